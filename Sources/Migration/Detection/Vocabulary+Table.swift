extension Vocabulary {
  /// The vocabulary, one line a meaning. A new word goes into the line that says what it means; words are
  /// lower-case and without separators, so `apikey` stands for `apiKey`, `api_key`, `API-KEY` and `apikey`.
  ///
  /// Where the words come from: the names that RFC 6749, RFC 6750, RFC 7519 and OpenID Connect give their
  /// parameters, RFC 6265 (cookies), RFC 6238 (one-time passwords), RFC 7636 (code verifiers), BIP-39 and BIP-32 (wallets), Apple's
  /// configuration profile and Security documentation, the environment variables that vendors document,
  /// Facebook Login (the cookie `fbsr_…`), Google's and LinkedIn's lists of their cookies, Steam's log-in cookie, Agora (App
  /// Certificate), IEEE 802.11i (PSK), Tink (keysets), OpenLDAP
  /// (`bindpw`, `rootpw`), and the words for password in other languages as their systems' log-in windows show them.
  package static let standard = Vocabulary(table)

  /// The lines of the table.
  package static let table = passwords + tokens + keys + others + harmless

  private static let passwords: [VocabularyRow] = [
    VocabularyRow(
      .password, .password,
      """
      password passwd passwrd passphrase pwd passw psswd userpass loginpass dbpass smtppass imappass ftppass \
      proxypass adminpass rootpass mysqlpass masterpass wifipass authpass sudopass basicpass bindpw rootpw \
      lastpassword lastusedpassword
      """),
    VocabularyRow(.password, .password, plural: true, "passwords passwds passphrases pwds"),
    VocabularyRow(
      .password, .password,
      """
      passwort kennwort wachtwoord lösenord losenord adgangskode passord salasana jelszó jelszo şifre sifre parool \
      κωδικός סיסמה سر گذرواژه 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 รหัสผ่าน पासवर्ड
      """),
    VocabularyRow(
      .password, .password, headFirst: true,
      """
      contraseña contrasena contrasenya contrasenia motdepasse mdp senha palavrapasse parola hasło haslo heslo \
      lozinka geslo пароль пароля парол mậtkhẩu matkhau katasandi
      """),
    VocabularyRow(.shaped, .password, "pass pw clave nickserv"),
    VocabularyRow(.token, .password, "授权码 授權碼"),
    VocabularyRow(
      .password, .pin, "passcode pincode lockcode unlockcode cvv cvc cvv2 cvc2 geheimzahl parentalcode"),
    VocabularyRow(
      .shaped, .pin, "pin pins pinnumber unlockpin setupcode alarmcode пинкод codepin kodpin otp tan"),
    VocabularyRow(
      .weak, .passwordHash,
      """
      passwordhash passwdhash passhash pwhash pwdhash hashedpassword passwordverifier verifier shadowhash \
      passwordmd5 passwdmd5 passmd5 pwdmd5 passwordsha passwordsha1 passwordsha256 passwordsha512 hashedpin \
      hashedpasscode nthash ntlmhash lmhash masterkeyhash masterpasswordhash shadowhashdata passworddigest pinhash pincodehash passcodehash unlockcodehash \
      lockcodehash entropy pbkdf
      """),
  ]

  private static let tokens: [VocabularyRow] = [
    VocabularyRow(
      .token, .accessToken,
      """
      accesstoken authtoken apitoken oauthtoken usertoken bearertoken authenticationtoken authorizationtoken \
      logintoken personalaccesstoken securitytoken bottoken deploytoken webtoken servicetoken admintoken \
      provisioningtoken enrollmenttoken enrolmenttoken jointoken bootstraptoken registrytoken \
      zugriffstoken jetondaccès jetondacces tokendeacceso tokendeacesso tokendostępu токендоступа 访问令牌 存取權杖 \
      アクセストークン 액세스토큰 \
      jwttoken authjwt useraccesstoken xauthtoken serverauthtoken oauthaccesstoken delegationtoken \
      impersonationtoken accountaccesstoken accounttoken pairingtoken hasstoken rpctoken npmtoken githubtoken gitlabtoken \
      slacktoken ghtoken bearer jwt macaroon adminmacaroon sso ssotoken authticket zugangstoken
      """),
    VocabularyRow(
      .token, .accessToken, plural: true, "accesstokens authtokens apitokens oauthtokens usertokens"),
    VocabularyRow(
      .token, .refreshToken, "refreshtoken oauthrefreshtoken rtoken refreshjwt offlinetoken longlivedtoken"),
    VocabularyRow(.token, .idToken, "idtoken identitytoken idjwt userjwt"),
    VocabularyRow(
      .token, .sessionToken,
      """
      sessiontoken sessionsecret usersessiontoken loginsession sessioncookie authsession sessionauth \
      remembertoken remembermetoken persistenttoken sessid phpsessid jsessionid
      """),
    VocabularyRow(.token, .csrfToken, "csrftoken xsrftoken csrf xsrf anticsrf antixsrf csrfkey codeverifier"),
    VocabularyRow(
      .weak, .accessToken,

      """
      token tok jeton токен 令牌 トークン 토큰 pat ticket assertion authcode authorizationcode devicecode access passkey
      """),
    VocabularyRow(.weak, .accessToken, plural: true, "tokens jetons pats tickets"),
    VocabularyRow(.weak, .refreshToken, "refresh"),
    VocabularyRow(.weak, .sessionToken, "session sess sid"),
    VocabularyRow(.shaped, .cookie, "cookie setcookie cookieheader authcookie logincookie cookiestring fbsr"),
    VocabularyRow(.shaped, .cookie, "cookies cookieheaders"),
    VocabularyRow(
      .shaped, .cookie, "liat sapisid apisid hsid secure1psid secure3psid psidts psidcc loginsecure"),
    VocabularyRow(.shaped, .sessionToken, "sessionid"),
    VocabularyRow(
      .shaped, .authorization,
      "authorization authheader authorizationheader basicauth proxyauthorization httpauth authorisation"),
    VocabularyRow(
      .weak, .credential, "auth authdata authinfo login autologin logindata vault challenge challengepassword"
    ),
    VocabularyRow(
      .shaped, .credential, "credential cred logincredential authcredential usercredential"),
    VocabularyRow(.shaped, .credential, plural: true, "credentials creds"),
  ]

  private static let keys: [VocabularyRow] = [
    VocabularyRow(
      .token, .apiKey,
      """
      apikey apitokenkey apikeysecret xapikey developerkey devkey devtoken subscriptionkey writekey \
      serverkey adminkey servicekey integrationkey masterapikey accesskey apiaccesskey appapikey cléapi \
      apischlüssel apischluessel claveapi clavedeapi chaveapi chavedeapi chiaveapi kluczapi ключapi apiключ api密钥 \
      api密鑰 api金鑰 apiキー api키
      """),
    VocabularyRow(.token, .apiKey, plural: true, "apikeys accesskeys"),
    VocabularyRow(
      .token, .clientSecret,
      """
      clientsecret appsecret consumersecret apisecret oauthsecret oauthclientsecret applicationsecret \
      oauthtokensecret tokensecret accesstokensecret webhooksecret hmacsecret secretaccesskey authsecret \
      secretkey secretapikey secretaccess apisecretkey appcertificate sharedaccesskey accountkey clientsecretkey \
      секретныйключ clavesecreta chavesecreta clésecrète シークレット
      """),
    VocabularyRow(
      .password, .secret,
      """
      secret secreto geheimnis sharedsecret presharedkey psk wpakey wpa2key wpapsk wifikey wlankey snmpcommunity \
      communitystring segredo
      """),
    VocabularyRow(.password, .secret, plural: true, "secrets"),
    VocabularyRow(
      .token, .privateKey,
      """
      privatekey privkey keyprivate identitykeyprivate secretkeydata privatekeydata privkeyhex rsaprivatekey \
      ecprivatekey dsaprivatekey \
      sshprivatekey sshkey pemkey nsec xprv wif walletprivatekey nodeprivatekey identityprivatekey seckey \
      privatekeypem serviceaccountkey wireguardprivatekey privateschlüssel privatekeys приватныйключ закрытыйключ \
      claveprivada chaveprivada chiaveprivata cléprivée kluczprywatny 私钥 私鑰 秘密鍵 개인키
      """),
    VocabularyRow(
      .weak, .privateKey, "certificatekey certkey sk identitykey signingprivate keypair identitykeypair"),
    VocabularyRow(
      .token, .encryptionKey,
      """
      encryptionkey encryptkey symkey cryptokey cipherkey aeskey aes256key deskey symmetrickey masterkey \
      rootkey decryptionkey decryptkey databasekey dbkey realmkey realmencryptionkey sqlcipherkey vaultkey \
      walletkey backupkey recoverykey signingkey signkey hmackey hmac authkey authenticationkey derivedkey \
      contentkey keymaterial rawkey storageencryptionkey sharedkey networkkey zigbeekey \
      encryptionsecret escrowbag escrowkey localkey devicesecret wrappingkey kek dek ssecurity cookiesecret jwtsecret enckey irk ltk
      """),
    VocabularyRow(.token, .encryptionKey, plural: true, "encryptionkeys masterkeys signingkeys sharedkeys"),
    VocabularyRow(.shaped, .encryptionKey, "devicekey linkkey pairingkey bondkey"),
    VocabularyRow(.shaped, .encryptionKey, plural: true, "devicekeys linkkeys pairingkeys bondkeys"),
    VocabularyRow(
      .weak, .encryptionKey,
      "userkey groupkey synckey streamkey sessionkey keyset schlüssel schluessel ключ klucz chiave chave 密钥 密鑰 金鑰"
    ),
    VocabularyRow(.weak, .encryptionKey, plural: true, "keychain keychains keyring keyrings keystore"),
    VocabularyRow(.weak, .apiKey, "key clientkey appkey applicationkey consumerkey"),
    VocabularyRow(.weak, .apiKey, plural: true, "keys"),
  ]

  private static let others: [VocabularyRow] = [
    VocabularyRow(
      .shaped, .walletSeed,
      """
      mnemonic mnemonics seedphrase recoveryphrase backupphrase secretphrase seedwords recoverywords \
      mnemonicphrase walletseed 助记词 助記詞 mnemonicwords secretrecoveryphrase passphrasewords backupwords seedwordlist
      """),
    VocabularyRow(.weak, .walletSeed, "seed masterseed rootseed seedhex xpriv"),
    VocabularyRow(
      .token, .oneTimePasswordSeed,
      """
      otpsecret totpsecret totpseed otpseed otpkey totpkey mfasecret twofactorsecret twofasecret totp hotp \
      otpauth otpurl totpurl otpauthurl authenticatorkey authenticatorsecret
      """),
    VocabularyRow(
      .shaped, .oneTimePasswordSeed,
      """
      recoverycode recoverycodes backupcode backupcodes rescuecode scratchcode scratchcodes emergencycode \
      revocationcode
      """),
    VocabularyRow(
      .token, .licenseKey,
      """
      licensekey licencekey licensecode licencecode registrationkey regkey productkey activationkey \
      activationcode unlockkey serialkey softwarekey lizenzschlüssel lizenzschluessel
      """),
    VocabularyRow(.weak, .licenseKey, "license licence registrationcode regcode lizenz"),
    VocabularyRow(
      .shaped, .licenseKey, "serial serialnumber licensenumber licencenumber registrationnumber seriennummer"),
    VocabularyRow(.weak, .secret, "signature sig nonce salt iv"),
    VocabularyRow(.weak, .webhook, "webhookid webhooktoken hookid"),
    VocabularyRow(.token, .webhook, "webhook webhookurl webhooksecreturl incomingwebhook"),
    VocabularyRow(
      .token, .connectionString,
      """
      connectionstring connstr connstring databaseurl dburl mongouri mongourl mongodburi redisurl postgresurl \
      amqpurl sentrydsn jdbcurl
      """),
  ]

  private static let harmless: [VocabularyRow] = [
    // Public by nature, or a handle that opens nothing.
    VocabularyRow(
      .settled,
      """
      publickey pubkey pk publictoken publishablekey publishabletoken devicetoken pushtoken apnstoken apnsdevicetoken \
      apstoken fcmtoken gcmtoken registrationtoken notificationtoken uninstalltoken pushdevicetoken voiptoken \
      changetoken synctoken serverchangetoken pagetoken nextpagetoken nexttoken continuationtoken cursortoken \
      cancellationtoken historytoken deltatoken ubiquitytoken ubiquityidentitytoken setuptoken fronttoken pivtoken \
      sessionuuid sessionguid publicsession sitekey recaptchasitekey recaptchakey branchkey facebookclienttoken \
      adkey appkeyid measurementkey trackingkey analyticskey mixpaneltoken adjusttoken eventtoken codechallenge \
      metricsdevicetoken purchasetoken receipttoken partialtoken promptoken maxtokens tokenorder liveactivitytoken \
      activitytoken restoretoken restorationtoken observertoken transactiontoken subscriptiontoken querytoken \
      consentcookie testcookie randomseed rngseed shuffleseed experimentseed variationseed variationsseed worldseed levelseed \
      mapseed gameseed noiseseed seasonpass battlepass eventpass boardingpass gamepass
      """),
    VocabularyRow(
      .settled,
      """
      keyboard monkey hotkey hotkeys shortcutkey shortcut sortkey sortingkey primarykey foreignkey partitionkey \
      rangekey cachekey storagekey keyequivalent keycode keycodes keypath keypaths keybinding keybindings keymap \
      keyword keywords keynote keyframe keyframes keypad keystroke keystrokes \
      turnkey passkeys passthrough passive passport tokenizer tokenization authtype secretsanta \
      translationkey localizationkey stringkey dictionarykey notificationkey defaultskey userdefaultskey \
      preferencekey preferenceskey settingkey menukey functionkey modifierkey commandkey optionkey shiftkey \
      controlkey keyview keywindow keyevents keyevent keyrepeat pinned pinning pinboard sessions cookiejar \
      ratelimit keycombo indexkey groupingkey itemkey objectkey modelkey urlkey filekey sectionkey lookupkey \
      idempotencykey deduplicationkey dedupkey imagekey avatarkey thumbnailkey photokey wallpaperkey requestkey \
      recordkey rowkey peerkey hostkey listkey
      """),
    VocabularyRow(
      .neutral,
      """
      count counts counter length len size enabled enable disabled visible hidden shown hint hints date dates \
      time times datetime expiry expires expiration expired expire expirydate expirationdate expiresin expiresat \
      timestamp ts version versions type types layout path paths url urls uri uris link name names index idx id ids \
      identifier identifiers uid uuid guid uuids kind status state states format label labels scope scopes title \
      placeholder field fields fieldid prompt policy mechanism method methods mode provider providers algorithm \
      alg algo issuer iss aud audience order hours hour minutes minute mins seconds secs days day weeks months \
      interval timeout age lifetime ttl validity duration delay limit limits maximum max minimum min attempts \
      tries retries number num no flag flags required optional error errors message messages description desc \
      endpoint host hostname address domain port protocol color colour icon image button view window frame rect width \
      height position level strength quality change changed changes update updated created modified refreshed \
      class category location file filename folder directory dir extension language locale country region zone \
      role roles permission permissions source target option options setting settings preference preferences prefs \
      config configuration manager prefix suffix hash hashes digest fingerprint checksum sha md5 crc etag cursor anchor \
      certificate certificates cert certs combo bookmark bookmarks bits bit rounds round iterations iteration step steps score \
      used usage remaining available integrity valid invalid supported success failed failure failures result event \
      events \
      page section tab row column sort filter mask regex pattern rule rules validator validation input \
      rotation renewal reminder request response reason code codes currency amount price unit units
      """),
    VocabularyRow(
      .gate,
      """
      show shows has have is are was did do does should enables use uses using last can needs need allow \
      allows allowed public publishable remember remembers save saves saving require requires ask asks \
      hide hides disable disables skip want wants will would supports support prefers prefer never always confirm \
      reset forgot force forces check checks validate validates accept accepts writers readers writer reader only \
      without ignore clear delete remove generate copy paste enter toggle switch \
      wrong incorrect bad missing with or not \
      rappel indice afficher pista recordar mostrar lembrar показать запомнить подсказка
      """),
    VocabularyRow(
      .clear,
      """
      value values val string str data text raw content contents default defaults current cached cache saved stored \
      storage store info information item items entry entries object objects ns my k m g s v x plain base b hex b64 \
      base64 encoded json plist archive archived dict dictionary array list new old primary secondary main global \
      local shared temp tmp prod production dev staging sandbox live debug ios macos mac osx android web app bytes \
      blob keychainitem hashed encrypted secure secured latest next previous prev first lastfm lastpass
      """),
  ]
}
