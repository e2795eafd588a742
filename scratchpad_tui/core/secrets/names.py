"""Whether a name says that a secret stands behind it: `DB_PASSWORD` does, `PASSWORD_MIN_LENGTH` and `cache key` do not."""

from __future__ import annotations

from scratchpad_tui.core.secrets.patterns import compiled, words

PASSWORD, TOKEN, KEY, WEAK = "password", "token", "key", "weak"

_WORDS = r"[A-Z]{2,60}(?![a-z])|[A-Z]?[a-z]{1,60}|[A-Z]|\d{1,20}"
_TAILS = words(
    "prod production dev staging stage test live old new current prev previous value val b64 base64 hex string str text plain raw v1 v2 v3 "
    "default base primary secondary main backup local remote ci v 0 1 2 3 4 5 6 7 8 9"
)
"""Words behind the one that counts."""
_PASSWORDS = ("password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "passwrd")
_SHORT_PASSWORDS = frozenset(
    ("pwd", "pw", "pass", "psk", "passw", "pswd", "creds", "credential", "credentials", "cred")
)
_NO_PASS = ("bypass", "compass", "trespass", "surpass", "encompass", "overpass", "underpass", "byp")
_GLUED_KEYS = (
    "apikey", "secretkey", "privatekey", "accesskey", "authkey", "accountkey", "signingkey", "encryptionkey", "masterkey",
    "sharedkey", "licensekey", "appkey", "servicekey", "clientkey", "deploykey", "storagekey", "sessionkey", "sharedaccesskey",
)  # fmt: skip
_KEYS = words(
    "api secret private access auth authentication account signing encryption master shared license licence service app application client deploy storage webhook hmac jwt "
    "admin ssh rsa aes crypto cipher wallet sas subscription ingest ingestion integration bot hash salt security encrypt decrypt sign "
    "stripe openai anthropic aws azure gcp google datadog dd mailgun sendgrid twilio algolia cloudflare newrelic relic sentry heroku gemini mistral cohere groq "
    "deepseek openrouter pinecone elevenlabs github gitlab slack discord telegram notion linear airtable pagerduty opsgenie honeycomb grafana postmark mailchimp "
    "sparkpost vonage plivo amplitude mixpanel segment braze intercom zendesk okta auth0 supabase vercel netlify fastly digitalocean linode vultr hetzner snyk "
    "rapidapi weather maps youtube replicate together fireworks perplexity tavily serper serpapi exa brave bing wandb langsmith langchain xai voyage jina deepl "
    "provider vendor model llm rest x server write ingestor rollbar bugsnag logdna loggly splunk elastic consumer platform tenant partner merchant payment flask django rails session cookie"
)
"""Words before `key` that make it a secret one."""
_NO_KEYS = words(
    "public pub cache primary foreign sort partition object row map dict idempotency host lookup routing i18n translation query group unique composite "
    "bucket registry config json field column arrow hot short shortcut enter tab esc function home end space ctrl alt shift the a this that each first last item "
    "react list event message record data lock redis memo cursor order search issue jira project ticket feature flag turn section entry node tree fingerprint "
    "dedup dedupe shard trace correlation request run job task storage s3 same any no which what its their every other another"
)
_NO_TOKENS = words(
    "csrf xsrf page next continuation sync pagination cursor stop eos bos pad padding mask max min special cancellation cancel design color colour first last each per "
    "output input completion prompt context total cached lexer syntax current-page resume fencing epoch edit start end no count unknown unk"
)


def kind_of(name: str, before: str = "") -> str:
    """What kind of secret a name announces, or nothing. `before`: the words in front of it, where the name is a word of prose."""
    parts = [word.lower() for word in compiled(_WORDS).findall(name)]
    while len(parts) > 1 and parts[-1] in _TAILS:
        parts.pop()
    if not parts:
        return ""
    last = parts[-1]
    earlier = parts[:-1] or [word.lower() for word in compiled(_WORDS).findall(before)]
    prior = earlier[-1] if earlier else ""
    if _is_password(last):
        return PASSWORD
    if last.endswith("secret"):
        return TOKEN
    if last.endswith("token"):
        return "" if prior in _NO_TOKENS or last.startswith(("csrf", "xsrf")) else TOKEN
    return _key(last, prior, earlier)


def _is_password(last: str) -> bool:
    if last.endswith(_PASSWORDS) or last in _SHORT_PASSWORDS:
        return True
    return last.endswith(("pass", "pwd")) and len(last) <= 12 and not last.endswith(_NO_PASS)


def _key(last: str, prior: str, earlier: list[str]) -> str:
    if last.endswith(_GLUED_KEYS):
        return KEY
    if last == "auth":
        return KEY if not earlier else ""
    if last != "key":
        return ""
    if prior in _KEYS and not set(earlier[-3:]) & {"public", "pub", "primary"}:
        return KEY
    return "" if prior in _NO_KEYS else WEAK
