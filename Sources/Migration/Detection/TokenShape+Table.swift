extension TokenShapes {
  /// The shapes, one line each: what, how sure, its form, and where that form is documented. A new service is
  /// a new line here and a line in the tests.
  package static let standard = TokenShapes(table)

  /// The rows of the table.
  package static let table =
    sourceHosts + messengers + clouds + models + payments + tools + keys + logins

  private static let github = "github.blog/2021-04-05-behind-githubs-new-authentication-token-formats"
  private static let gitlab = "docs.gitlab.com/security/tokens (token prefixes)"
  private static let scanning = "docs.github.com/code-security/secret-scanning (supported patterns)"

  private static let wif = "developer.bitcoin.org (wallet import format)"

  private static let sourceHosts: [TokenShape] = [
    TokenShape("GitHub personal access token", .accessToken, 95, "ghp_{A36}", .checksum62, source: github),
    TokenShape("GitHub OAuth token", .accessToken, 95, "gho_{A36}", .checksum62, source: github),
    TokenShape("GitHub user-to-server token", .accessToken, 95, "ghu_{A36}", .checksum62, source: github),
    TokenShape("GitHub server-to-server token", .accessToken, 95, "ghs_{A36-}", .checksum62, source: github),
    TokenShape("GitHub refresh token", .refreshToken, 95, "ghr_{A36-}", .checksum62, source: github),
    TokenShape("GitHub fine-grained token", .accessToken, 95, "github_pat_{A22}_{A59}", source: scanning),
    TokenShape("GitLab personal access token", .accessToken, 95, "glpat-{t20-}", source: gitlab),
    TokenShape("GitLab deploy token", .accessToken, 95, "gldt-{u20-}", source: gitlab),
    TokenShape("GitLab runner token", .accessToken, 95, "glrt-{t20-}", source: gitlab),
    TokenShape("GitLab job token", .accessToken, 90, "glcbt-{u20-}", source: gitlab),
    TokenShape("GitLab trigger token", .accessToken, 95, "glptt-{u20-}", source: gitlab),
    TokenShape("GitLab agent token", .accessToken, 95, "glagent-{u40-}", source: gitlab),
    TokenShape("GitLab OAuth application secret", .clientSecret, 95, "gloas-{u40-}", source: gitlab),
    TokenShape("GitLab feed token", .accessToken, 90, "glft-{u20-}", source: gitlab),
    TokenShape("GitLab incoming mail token", .accessToken, 90, "glimt-{u20-}", source: gitlab),
    TokenShape("GitLab SCIM token", .accessToken, 90, "glsoat-{u20-}", source: gitlab),
    TokenShape("Bitbucket app password", .password, 90, "ATBB{A32}", source: scanning),
    TokenShape("Atlassian API token", .accessToken, 95, "ATATT3{u60-}", source: scanning),
    TokenShape(
      "Trello token", .accessToken, 95, "ATTA{h64}{H8}",
      source: "developer.atlassian.com/cloud/trello/guides/rest-api/authorization"),
    TokenShape(
      "npm access token", .accessToken, 95, "npm_{A36}", .checksum62,
      source: "github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format"),
    TokenShape(
      "PyPI API token", .accessToken, 98, "pypi-AgEIcHlwaS5vcmc{u50-}", source: "pypi.org/help/#apitoken"),
    TokenShape(
      "TestPyPI API token", .accessToken, 98, "pypi-AgENdGVzdC5weXBpLm9yZw{u50-}",
      source: "pypi.org/help/#apitoken"),
    TokenShape("RubyGems API key", .apiKey, 95, "rubygems_{h48}", source: scanning),
    TokenShape("crates.io token", .accessToken, 85, "cio{A32}", source: scanning),
    TokenShape(
      "Docker personal access token", .accessToken, 95, "dckr_pat_{u20-}",
      source: "docs.docker.com/security/access-tokens"),
  ]

  private static let messengers: [TokenShape] = [
    TokenShape(
      "Slack token", .accessToken, 95, "xoxb-{u20-}", source: "api.slack.com/authentication/token-types"),
    TokenShape(
      "Slack user token", .accessToken, 95, "xoxp-{u20-}", source: "api.slack.com/authentication/token-types"),
    TokenShape("Slack session token", .accessToken, 95, "xoxc-{u20-}", source: scanning),
    TokenShape("Slack session cookie", .cookie, 95, "xoxd-{t20-}", source: scanning),
    TokenShape(
      "Slack workspace token", .accessToken, 95, "xox{L1}-{u20-}", .random,
      source: "api.slack.com/authentication/token-types"),
    TokenShape(
      "Slack rotated token", .refreshToken, 95, "xoxe.xox{L1}-{u20-}",
      source: "api.slack.com/authentication/rotation"),
    TokenShape(
      "Slack app token", .accessToken, 95, "xapp-{d1-2}-{u20-}",
      source: "api.slack.com/authentication/token-types"),
    TokenShape(
      "Slack webhook", .webhook, 98, "https://hooks.slack.com/services/T{U6-14}/B{U6-14}/{A20-32}",
      source: "api.slack.com/messaging/webhooks"),
    TokenShape(
      "Slack workflow trigger", .webhook, 90, "https://hooks.slack.com/{A1-20}/T{U6-14}/{t16-}",
      source: "api.slack.com/messaging/webhooks"),
    TokenShape(
      "Discord webhook", .webhook, 98, "https://discord.com/api/webhooks/{d16-22}/{u60-90}",
      source: "discord.com/developers/docs/resources/webhook"),
    TokenShape(
      "Discord webhook", .webhook, 98, "https://discordapp.com/api/webhooks/{d16-22}/{u60-90}",
      source: "discord.com/developers/docs/resources/webhook"),
    TokenShape(
      "Discord webhook", .webhook, 98, "https://ptb.discord.com/api/webhooks/{d16-22}/{u60-90}",
      source: "discord.com/developers/docs/resources/webhook"),
    TokenShape(
      "Discord bot token", .accessToken, 90, "{A24-28}.{u6}.{u27-40}", .random,
      source: "discord.com/developers/docs/reference#authentication"),
    TokenShape(
      "Telegram bot token", .accessToken, 95, "{d8-10}:AA{u33}",
      source: "core.telegram.org/bots/api#authorizing-your-bot"),
    TokenShape(
      "Telegram bot address", .webhook, 95, "https://api.telegram.org/bot{d8-10}:{u35}",
      source: "core.telegram.org/bots/api#making-requests"),
    TokenShape(
      "Feishu webhook", .webhook, 95, "https://open.feishu.cn/open-apis/bot/v2/hook/{t20-}",
      source: "open.feishu.cn/document (custom bots)"),
    TokenShape(
      "Lark webhook", .webhook, 95, "https://open.larksuite.com/open-apis/bot/v2/hook/{t20-}",
      source: "open.larksuite.com/document (custom bots)"),
    TokenShape(
      "WeCom webhook", .webhook, 95, "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={t20-}",
      source: "developer.work.weixin.qq.com/document (group robots)"),
    TokenShape(
      "DingTalk signing secret", .clientSecret, 95, "SEC{h64}", .random,
      source: "open.dingtalk.com/document (custom robots: security settings)"),
    TokenShape(
      "Bark address", .webhook, 85, "https://api.day.app/{A22}", .random, source: "bark.day.app (tutorial)"),
    TokenShape(
      "Teams webhook", .webhook, 98, "https://{u1-80}.webhook.office.com/webhookb2/{t30-}",
      source: "learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors"),
    TokenShape(
      "Teams webhook", .webhook, 98, "https://outlook.office.com/webhook/{t30-}",
      source: "learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors"),
    TokenShape(
      "Teams or Power Automate workflow", .webhook, 95,
      "https://{u3-40}.{u3-40}.logic.azure.com:443/workflows/{h32}/triggers/{t6-}",
      source: "learn.microsoft.com/azure/logic-apps (callback URL of the Request trigger)"),
    TokenShape(
      "Zapier hook", .webhook, 90, "https://hooks.zapier.com/hooks/catch/{d5-12}/{A5-12}",
      source: "zapier.com/help (webhooks)"),
    TokenShape(
      "IFTTT webhook", .webhook, 90, "https://maker.ifttt.com/trigger/{u1-80}/with/key/{u20-64}",
      source: "ifttt.com/maker_webhooks"),
    TokenShape(
      "Google Chat webhook", .webhook, 95,
      "https://chat.googleapis.com/v1/spaces/{u8-20}/messages?key={u39}&token={t30-}",
      source: "developers.google.com/workspace/chat/quickstart/webhooks"),
    TokenShape(
      "Twitch token", .accessToken, 90, "oauth:{L30}", source: "dev.twitch.tv/docs/chat/authenticating"),
    TokenShape("Twilio API key", .apiKey, 75, "SK{h32}", source: "twilio.com/docs/glossary/what-is-a-sid"),
    TokenShape(
      "SendGrid API key", .apiKey, 98, "SG.{u22}.{u43}",
      source: "docs.sendgrid.com/ui/account-and-settings/api-keys"),
    TokenShape("Mailgun API key", .apiKey, 85, "key-{h32}", source: scanning),
    TokenShape("Mailchimp API key", .apiKey, 90, "{h32}-us{d1-2}", source: scanning),
    TokenShape("Brevo API key", .apiKey, 95, "xkeysib-{h64}-{A16}", source: scanning),
  ]

  private static let clouds: [TokenShape] = [
    TokenShape("Google OAuth client secret", .clientSecret, 95, "GOCSPX-{u28}", source: scanning),
    TokenShape(
      "Google OAuth refresh token", .refreshToken, 95, "1//0{u30-}",
      source: "cloud.google.com/docs/authentication/token-types"),
    TokenShape(
      "Google OAuth access token", .accessToken, 95, "ya29.{t30-}",
      source: "cloud.google.com/docs/authentication/token-types"),
    TokenShape(
      "Google API key (public by design in apps that restrict it)", .apiKey, 60, "AIza{u35}",
      source: "cloud.google.com/docs/authentication/api-keys"),
    TokenShape(
      "Firebase Cloud Messaging server key", .apiKey, 95, "AAAA{u7}:APA91b{u134}",
      source: "firebase.google.com/docs/cloud-messaging/auth-server (legacy server keys)"),
    TokenShape("Azure application secret", .clientSecret, 90, "{t3}{d1}Q~{t31-34}", source: scanning),
    TokenShape(
      "DigitalOcean token", .accessToken, 98, "dop_v1_{h64}", source: "docs.digitalocean.com/reference/api"),
    TokenShape(
      "DigitalOcean OAuth token", .accessToken, 98, "doo_v1_{h64}",
      source: "docs.digitalocean.com/reference/api"),
    TokenShape(
      "DigitalOcean refresh token", .refreshToken, 98, "dor_v1_{h64}",
      source: "docs.digitalocean.com/reference/api"),
    TokenShape("Databricks token", .accessToken, 90, "dapi{h32}", source: scanning),
    TokenShape(
      "HashiCorp Vault token", .accessToken, 95, "hvs.{u24-}",
      source: "developer.hashicorp.com/vault/docs/concepts/tokens"),
    TokenShape(
      "HashiCorp Vault batch token", .accessToken, 95, "hvb.{u24-}",
      source: "developer.hashicorp.com/vault/docs/concepts/tokens"),
    TokenShape(
      "Doppler token", .accessToken, 95, "dp.{L2-5}.{A40-}",
      source: "docs.doppler.com/reference/auth-token-formats"),
    TokenShape("Supabase token", .accessToken, 95, "sbp_{h40}", source: scanning),
    TokenShape(
      "Supabase secret key", .apiKey, 95, "sb_secret_{u20-}", source: "supabase.com/docs/guides/api/api-keys"),
    TokenShape("PlanetScale token", .accessToken, 95, "pscale_tkn_{t32-}", source: scanning),
    TokenShape("PlanetScale password", .password, 95, "pscale_pw_{t32-}", source: scanning),
    TokenShape("Cloudflare origin CA key", .apiKey, 95, "v1.0-{h24}-{h146}", source: scanning),
    TokenShape("Heroku API key", .apiKey, 90, "HRKU-{u36-}", source: scanning),
    TokenShape("Netlify token", .accessToken, 90, "nfp_{A36-}", source: scanning),
    TokenShape(
      "Tailscale key", .apiKey, 95, "tskey-{L3-12}-{u16-}", source: "tailscale.com/kb/1085/auth-keys"),
    TokenShape(
      "Tailscale private key", .privateKey, 95, "privkey:{h64}", .random,
      source: "pkg.go.dev/tailscale.com/types/key"),
    TokenShape(
      "Tailscale network lock key", .privateKey, 95, "nlpriv:{h64}", .random,
      source: "pkg.go.dev/tailscale.com/types/key"),
    TokenShape(
      "Yandex OAuth token", .accessToken, 95, "y0_{u50-}", .random,
      source: "yandex.com/dev/id/doc (token format)"),
    TokenShape(
      "secret calendar address", .urlWithSecret, 95, "private-{h32}/basic.ics",
      source: "support.google.com/calendar/answer/37648 (secret address in iCal format)"),
    TokenShape("Dropbox short-lived token", .accessToken, 90, "sl.{u100-}", source: scanning),
    TokenShape("Pulumi token", .accessToken, 95, "pul-{h40}", source: scanning),
    TokenShape("Fly.io token", .accessToken, 90, "fm2_{b50-}", source: scanning),
  ]

  private static let models: [TokenShape] = [
    TokenShape(
      "Anthropic key", .apiKey, 98, "sk-ant-{L3-12}-{u60-}", source: "docs.anthropic.com/en/api/overview"),
    TokenShape(
      "Anthropic key", .apiKey, 90, "sk-ant-{u20-}", .random, source: "docs.anthropic.com/en/api/overview"),
    TokenShape(
      "OpenAI project key", .apiKey, 98, "sk-proj-{u40-}",
      source: "platform.openai.com/docs/api-reference/authentication"),
    TokenShape(
      "OpenAI administration key", .apiKey, 98, "sk-admin-{u40-}",
      source: "platform.openai.com/docs/api-reference/admin-api-keys"),
    TokenShape(
      "OpenAI service key", .apiKey, 98, "sk-svcacct-{u40-}",
      source: "platform.openai.com/docs/api-reference/authentication"),
    TokenShape(
      "OpenRouter key", .apiKey, 98, "sk-or-v1-{h64}",
      source: "openrouter.ai/docs/api-reference/authentication"),
    TokenShape(
      "OpenAI-style key", .apiKey, 90, "sk-{A32-64}", .random,
      source: "platform.openai.com/docs/api-reference/authentication"),
    TokenShape(
      "Hugging Face token", .accessToken, 95, "hf_{A30-40}", .random,
      source: "huggingface.co/docs/hub/security-tokens"),
    TokenShape(
      "DeepL key", .apiKey, 95, "{H8}-{H4}-{H4}-{H4}-{H12}:fx",
      source: "developers.deepl.com/docs/getting-started/auth (keys of DeepL API Free)"),
    TokenShape("Groq key", .apiKey, 95, "gsk_{A48-56}", source: "console.groq.com/docs/quickstart"),
    TokenShape("xAI key", .apiKey, 95, "xai-{A70-90}", source: "docs.x.ai/docs/overview"),
    TokenShape(
      "Perplexity key", .apiKey, 95, "pplx-{A40-64}", source: "docs.perplexity.ai/guides/getting-started"),
    TokenShape("Replicate token", .accessToken, 95, "r8_{A37}", source: scanning),
  ]

  private static let payments: [TokenShape] = [
    TokenShape("Stripe secret key", .apiKey, 98, "sk_live_{A16-}", source: "docs.stripe.com/keys"),
    TokenShape("Stripe test key", .apiKey, 90, "sk_test_{A16-}", source: "docs.stripe.com/keys"),
    TokenShape("Stripe restricted key", .apiKey, 98, "rk_live_{A16-}", source: "docs.stripe.com/keys"),
    TokenShape("Stripe restricted test key", .apiKey, 90, "rk_test_{A16-}", source: "docs.stripe.com/keys"),
    TokenShape(
      "Stripe webhook secret", .clientSecret, 95, "whsec_{b24-}", source: "docs.stripe.com/webhooks/signature"
    ),
    TokenShape("Square access token", .accessToken, 95, "sq0atp-{u22}", source: scanning),
    TokenShape("Square OAuth secret", .clientSecret, 95, "sq0csp-{u43}", source: scanning),
    TokenShape(
      "Shopify token", .accessToken, 98, "shpat_{h32}",
      source: "shopify.dev/docs/apps/build/authentication-authorization"),
    TokenShape(
      "Shopify token", .accessToken, 98, "shpca_{H32}",
      source: "shopify.dev/docs/apps/build/authentication-authorization"),
    TokenShape(
      "Shopify app password", .password, 98, "shppa_{H32}",
      source: "shopify.dev/docs/apps/build/authentication-authorization"),
    TokenShape(
      "Shopify app secret", .clientSecret, 98, "shpss_{H32}",
      source: "shopify.dev/docs/apps/build/authentication-authorization"),
  ]

  private static let tools: [TokenShape] = [
    TokenShape("Linear API key", .apiKey, 95, "lin_api_{A40}", source: "linear.app/developers"),
    TokenShape(
      "Notion token", .accessToken, 90, "secret_{A43}",
      source: "developers.notion.com/reference/authentication"),
    TokenShape(
      "Notion token", .accessToken, 95, "ntn_{A40-50}",
      source: "developers.notion.com/reference/authentication"),
    TokenShape(
      "Airtable token", .accessToken, 98, "pat{A14}.{h64}",
      source: "airtable.com/developers/web/guides/personal-access-tokens"),
    TokenShape("Figma token", .accessToken, 95, "figd_{u40-}", source: scanning),
    TokenShape("Postman API key", .apiKey, 98, "PMAK-{h24}-{h34}", source: scanning),
    TokenShape(
      "New Relic user key", .apiKey, 95, "NRAK-{U27}",
      source: "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys"),
    TokenShape(
      "Grafana service account token", .accessToken, 98, "glsa_{A32}_{H8}",
      source: "grafana.com/docs/grafana/latest/administration/service-accounts"),
    TokenShape(
      "Grafana Cloud token", .accessToken, 90, "glc_{b32-}", source: "grafana.com/docs/grafana-cloud"),
    TokenShape(
      "Sentry token", .accessToken, 95, "sntrys_{t40-}", source: "docs.sentry.io/account/auth-tokens"),
    TokenShape(
      "Sentry user token", .accessToken, 95, "sntryu_{h64}", source: "docs.sentry.io/account/auth-tokens"),
    TokenShape(
      "HubSpot token", .accessToken, 90, "pat-{L2-4}-{H8}-{H4}-{H4}-{H4}-{H12}",
      source: "developers.hubspot.com/docs/api/private-apps"),
    TokenShape(
      "Pushbullet access token", .accessToken, 85, "o.{A32}", .random,
      source: "docs.pushbullet.com (authentication)"),
    TokenShape("Typeform token", .accessToken, 90, "tfp_{t40-}", source: scanning),
    TokenShape("Contentful token", .accessToken, 95, "CFPAT-{u43}", source: scanning),
    TokenShape("Buildkite token", .accessToken, 95, "bkua_{A40}", source: scanning),
    TokenShape("Sourcegraph token", .accessToken, 90, "sgp_{u40-}", source: scanning),
    TokenShape("Artifactory API key", .apiKey, 90, "AKCp{A60-72}", source: scanning),
    TokenShape(
      "1Password service account token", .accessToken, 98, "ops_eyJ{b200-}",
      source: "developer.1password.com/docs/service-accounts"),
    TokenShape(
      "1Password secret key", .secret, 90, "A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}",
      source: "support.1password.com/secret-key-security"),
    TokenShape(
      "Facebook access token", .accessToken, 85, "EAA{A60-}", .random,
      source: "developers.facebook.com/docs/facebook-login/guides/access-tokens"),
    TokenShape(
      "Mapbox secret token", .accessToken, 95, "sk.eyJ{u20-}.{u16-}",
      source: "docs.mapbox.com/help/dive-deeper/access-tokens"),
    TokenShape(
      "Ory token", .accessToken, 90, "ory_{L2}_{t24-}", .random,
      source: "ory.sh/docs/troubleshooting/prefixes"),
    TokenShape(
      "LaunchDarkly SDK key", .apiKey, 85, "sdk-{H8}-{H4}-{H4}-{H4}-{H12}",
      source: "launchdarkly.com/docs/sdk/concepts/client-side-server-side"),
  ]

  private static let keys: [TokenShape] = [
    TokenShape(
      "age secret key", .privateKey, 99, "AGE-SECRET-KEY-1{U58}", .bech32,
      source: "age-encryption.org/v1 (C2SP)"),
    TokenShape(
      "Nostr secret key", .privateKey, 99, "nsec1{L58}", .bech32,
      source: "github.com/nostr-protocol/nips/blob/master/19.md"),
    TokenShape("extended private key", .privateKey, 99, "xprv{A107}", .base58, source: "BIP-32"),
    TokenShape("extended private key", .privateKey, 99, "yprv{A107}", .base58, source: "SLIP-132"),
    TokenShape("extended private key", .privateKey, 99, "zprv{A107}", .base58, source: "SLIP-132"),
    TokenShape("extended private key", .privateKey, 99, "tprv{A107}", .base58, source: "BIP-32"),
    TokenShape("wallet import format key", .privateKey, 99, "5{A50}", .base58, source: wif),
    TokenShape("wallet import format key", .privateKey, 99, "K{A51}", .base58, source: wif),
    TokenShape("wallet import format key", .privateKey, 99, "L{A51}", .base58, source: wif),
    TokenShape("encrypted wallet key", .privateKey, 99, "6P{A56}", .base58, source: "BIP-38"),
    TokenShape(
      "Stellar secret seed", .privateKey, 99, "S{B55}", .stellar,
      source: "github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md"),
    TokenShape(
      "licence", .licenseKey, 85, "----- BEGIN LICENSE -----\n",
      source: "sublimetext.com (form of a licence)"),
    TokenShape(
      "licence", .licenseKey, 85, "-----BEGIN LICENSE-----\n",
      source: "sublimetext.com (form of a licence), in PEM's spelling"),
    TokenShape(
      "SecretFile key", .encryptionKey, 98, "SECRETFILE-KEY-1{U20-}", source: "this project's specification"),
    TokenShape(
      "SecretFile device key", .encryptionKey, 98, "SECRETFILE-DEVICE-1{U20-}",
      source: "this project's specification"),
    TokenShape("private key", .privateKey, 99, "-----BEGIN PRIVATE KEY-----", source: "RFC 7468 §10"),
    TokenShape("RSA private key", .privateKey, 99, "-----BEGIN RSA PRIVATE KEY-----", source: "RFC 7468"),
    TokenShape("EC private key", .privateKey, 99, "-----BEGIN EC PRIVATE KEY-----", source: "RFC 5915 §4"),
    TokenShape("DSA private key", .privateKey, 99, "-----BEGIN DSA PRIVATE KEY-----", source: "RFC 7468"),
    TokenShape(
      "encrypted private key", .privateKey, 95, "-----BEGIN ENCRYPTED PRIVATE KEY-----",
      source: "RFC 7468 §11"),
    TokenShape(
      "OpenSSH private key", .privateKey, 99, "-----BEGIN OPENSSH PRIVATE KEY-----",
      source: "openssh PROTOCOL.key"),
    TokenShape(
      "PGP private key", .privateKey, 99, "-----BEGIN PGP PRIVATE KEY BLOCK-----", source: "RFC 9580 §6.2"),
    TokenShape(
      "PuTTY private key", .privateKey, 99, "PuTTY-User-Key-File-{d1}: ",
      source: "the.earth.li/~sgtatham/putty (appendix C)"),
    TokenShape(
      "lnd macaroon", .accessToken, 95, "0201036c6e64{h60-}", source: "docs.lightning.engineering (macaroons)"
    ),
  ]

  private static let logins: [TokenShape] = [
    TokenShape(
      "one-time password seed", .oneTimePasswordSeed, 99, "otpauth://{A4}/",
      source: "github.com/google/google-authenticator/wiki/Key-Uri-Format"),
    TokenShape(
      "one-time password seeds", .oneTimePasswordSeed, 99, "otpauth-migration://offline?data=",
      source: "github.com/google/google-authenticator"),
    TokenShape(
      "credential encrypted by Chromium or Electron", .credential, 65, "djEw{b36-}", .random,
      source: "Chromium, components/os_crypt: version prefix `v10` in base64; electronjs.org: safeStorage"),
    TokenShape(
      "credential encrypted by Windows", .credential, 70, "AQAAANCMnd8BFdERjHoAwE{b100-}",
      source: "learn.microsoft.com: CryptProtectData (version and provider id of its output, in base64)"),
    TokenShape(
      "credential encrypted by Windows", .credential, 70, "01000000d08c9ddf0115d1118c7a00c04fc297eb{h200-}",
      source: "learn.microsoft.com: ConvertFrom-SecureString (output of CryptProtectData)"),
    TokenShape("bcrypt password hash", .passwordHash, 90, "$2{L1}${d2}${t22-}", source: "crypt(5)"),
    TokenShape(
      "Argon2 password hash", .passwordHash, 90, "$argon2{L1-2}$v=",
      source: "github.com/P-H-C/phc-winner-argon2"),
    TokenShape("crypt password hash", .passwordHash, 85, "$6${t1-32}${t80-}", source: "crypt(5)"),
    TokenShape("crypt password hash", .passwordHash, 85, "$5${t1-32}${t40-}", source: "crypt(5)"),
    TokenShape("crypt password hash", .passwordHash, 85, "$1${t1-16}${t20-}", source: "crypt(5)"),
    TokenShape(
      "SCRAM verifier", .passwordHash, 90, "SCRAM-SHA-256${d3-8}:{b16-}",
      source: "RFC 5803; postgresql.org/docs (pg_authid)"),
    TokenShape("yescrypt password hash", .passwordHash, 85, "$y${t1-16}${t1-64}${t40-}", source: "crypt(5)"),
  ]
}
