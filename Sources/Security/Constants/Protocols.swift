// The values of `kSecAttrProtocol` and `kSecAttrAuthenticationType`, with Apple's raw values.

/// FTP.
public var kSecAttrProtocolFTP: CFString { "ftp " }
/// An account of an FTP client.
public var kSecAttrProtocolFTPAccount: CFString { "ftpa" }
/// HTTP.
public var kSecAttrProtocolHTTP: CFString { "http" }
/// IRC.
public var kSecAttrProtocolIRC: CFString { "irc " }
/// NNTP.
public var kSecAttrProtocolNNTP: CFString { "nntp" }
/// POP3.
public var kSecAttrProtocolPOP3: CFString { "pop3" }
/// SMTP.
public var kSecAttrProtocolSMTP: CFString { "smtp" }
/// SOCKS.
public var kSecAttrProtocolSOCKS: CFString { "sox " }
/// IMAP.
public var kSecAttrProtocolIMAP: CFString { "imap" }
/// LDAP.
public var kSecAttrProtocolLDAP: CFString { "ldap" }
/// AppleTalk.
public var kSecAttrProtocolAppleTalk: CFString { "atlk" }
/// AFP.
public var kSecAttrProtocolAFP: CFString { "afp " }
/// Telnet.
public var kSecAttrProtocolTelnet: CFString { "teln" }
/// SSH.
public var kSecAttrProtocolSSH: CFString { "ssh " }
/// FTP over TLS.
public var kSecAttrProtocolFTPS: CFString { "ftps" }
/// HTTP over TLS.
public var kSecAttrProtocolHTTPS: CFString { "htps" }
/// An HTTP proxy.
public var kSecAttrProtocolHTTPProxy: CFString { "htpx" }
/// An HTTPS proxy.
public var kSecAttrProtocolHTTPSProxy: CFString { "htsx" }
/// An FTP proxy.
public var kSecAttrProtocolFTPProxy: CFString { "ftpx" }
/// SMB.
public var kSecAttrProtocolSMB: CFString { "smb " }
/// RTSP.
public var kSecAttrProtocolRTSP: CFString { "rtsp" }
/// An RTSP proxy.
public var kSecAttrProtocolRTSPProxy: CFString { "rtsx" }
/// Digital Audio Access Protocol.
public var kSecAttrProtocolDAAP: CFString { "daap" }
/// Remote Apple events.
public var kSecAttrProtocolEPPC: CFString { "eppc" }
/// Internet Printing Protocol.
public var kSecAttrProtocolIPP: CFString { "ipp " }
/// NNTP over TLS.
public var kSecAttrProtocolNNTPS: CFString { "ntps" }
/// LDAP over TLS.
public var kSecAttrProtocolLDAPS: CFString { "ldps" }
/// Telnet over TLS.
public var kSecAttrProtocolTelnetS: CFString { "tels" }
/// IMAP over TLS.
public var kSecAttrProtocolIMAPS: CFString { "imps" }
/// IRC over TLS.
public var kSecAttrProtocolIRCS: CFString { "ircs" }
/// POP3 over TLS.
public var kSecAttrProtocolPOP3S: CFString { "pops" }
/// Windows NT LAN Manager.
public var kSecAttrAuthenticationTypeNTLM: CFString { "ntlm" }
/// Microsoft Network.
public var kSecAttrAuthenticationTypeMSN: CFString { "msna" }
/// Distributed Password Authentication.
public var kSecAttrAuthenticationTypeDPA: CFString { "dpaa" }
/// Remote Password Authentication.
public var kSecAttrAuthenticationTypeRPA: CFString { "rpaa" }
/// HTTP Basic.
public var kSecAttrAuthenticationTypeHTTPBasic: CFString { "http" }
/// HTTP Digest.
public var kSecAttrAuthenticationTypeHTTPDigest: CFString { "httd" }
/// A form of a web page.
public var kSecAttrAuthenticationTypeHTMLForm: CFString { "form" }
/// The default.
public var kSecAttrAuthenticationTypeDefault: CFString { "dflt" }
