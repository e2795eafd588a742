"""Whether a word looks like a secret value: neither a placeholder, nor a name for one that is kept elsewhere, nor an id."""

from __future__ import annotations

from itertools import pairwise

from scratchpad_tui.core.secrets.patterns import compiled, words

LONGEST = 400
"""Characters of a value that are looked at."""

_PLACEHOLDERS = words(
    "example examples sample placeholder changeme change changeit your yours my mine dummy fake todo tbd fixme redacted "
    "removed hidden masked secret secrets password passwd passwort pass pwd token tokens key keys apikey api user "
    "username none null nil true false undefined empty unset default insert replace here value values xxx xxxx xxxxx "
    "xxxxxx foo bar baz foobar something string str test testing tests demo admin root guest postgres mysql redis "
    "rabbitmq hunter2 login required optional omitted censored private public not set missing unknown the a an is and "
    "or of in on at to for from with yes no abc abcd abcdef qwerty letmein welcome me this that see ask prod dev stage "
    "staging local localhost host hostname server db database app access auth bearer basic client id sk pk ghp live "
    "enter paste put add goes put-it go type some any actual real bad wrong invalid valid old new current expired "
    "credential credentials passphrase pin code env environment var variable vault file path config settings"
)
"""Words of which a placeholder is made."""
_CLEAR = (
    "example", "placeholder", "redacted", "changeme", "change_me", "change-me", "your_", "your-", "yourkey", "yourtoken",
    "yourpass", "_here", "-here", "xxxx", "****", "....", "\u2026", "\u2022\u2022", "____", "----", "insert_", "replace_", "dummy", "notreal",
    "not-a-real", "not_a_real", "fake_", "fake-", "<", ">", "todo", "censored", "deadbeefdeadbeef",
)  # fmt: skip
"""Letters that only a placeholder holds, in any case."""
_VARIABLE_STARTS = (
    "$",
    "%(",
    "%{",
    "{",
    "[",
    "#{",
    "<",
    "&{",
    "@{",
    "!",
    "\\(",
    "(",
    "=",
    "?",
    "*",
    "\u2026",
    "...",
)
_QUOTED_STARTS = ("${", "$(", "%(", "%{", "{", "[", "#{", "<", "@{", "$env:")
_REFERENCE = (
    r"(?i)(?:op|vault|file|env|ssm|arn|s3|gs|https?|ftp|ssh|git|secretsmanager|aws-sm|gcp-sm|sops|bws|keyring|keychain|doppler|"
    r"infisical|ref|awskms|projects|data|urn|docker|oci|kms|akv|azkv|secret)(?:\+[a-z]{1,20})?:(?:/|aws|[a-z_-]{2,30}[:/])"
)
_PATHS = r"(?:~?/|\.{1,2}/|[A-Za-z]:\\)[\w./\\ @+-]{0,300}\Z"
_FILE = r"[\w./\\@+-]{1,200}\.(?:py|js|ts|tsx|go|rs|rb|java|c|h|cpp|md|txt|json|ya?ml|toml|ini|cfg|conf|pem|key|crt|cer|p12|env|sh|log|sql|csv|html?|css|mjs|lock|gz|zip|tar|zst|whl|jsonl|xml|png|jpe?g|svg|pub|gpg|asc|kdbx)\Z"
_CALL = r"[A-Za-z_][\w.:]{0,120}[(\[]"
_ATTRIBUTE = r"[A-Za-z_$][A-Za-z_]{0,60}\d{0,3}(?:(?:\.|::|->|\?\.)[A-Za-z_$][A-Za-z_]{0,60}\d{0,3}){1,8}\Z"
_CONSTANT = r"[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,10}\Z"
_SNAKE = r"[a-z][a-z0-9]{0,60}(?:_[a-z]{0,40}[0-9]{0,4}){1,12}\Z"
_KEBAB = r"[A-Za-z]{2,20}(?:[-.:/][A-Za-z]{1,20}\d{0,4}|[-.:/]\d{1,8}){1,12}\Z"
_UUID = r"\{?[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\}?\Z"
_NUMBER = r"[-+#]?[0-9][0-9_.,:/x%TZ+-]{0,40}(?:[a-zA-Z]{1,5})?\Z|0x[0-9a-fA-F]{1,16}\Z|v?\d{1,5}(?:\.\d{1,6}){1,4}(?:[-+.][\w.+-]{1,30})?\Z"
_HASHED = r"(?i)(?:sha-?(?:1|224|256|384|512)|md5|h1|blake[23]\w?|xxh\d{0,3}|crc32|etag|w/)[:\-=_]|\$(?:2[aby]|argon2\w{0,3}|6|5|1|y|scrypt|pbkdf2[\w-]{0,20})\$"
_ID = (
    r"(?:toolu|req|msg|run|call|chatcmpl|resp|thread|asst|file|cus|ch|pi|evt|in|sub|price|prod|acct|pm|seti|cs|txn|step|"
    r"vpc|sg|i|ami|subnet|vol|snap|eni|igw|rtb|org|proj|user|team|conv|session|sess|batch|job|build|task|trace|span|"
    r"node|pod|item|doc|page|block|usr|ws|wf|exec|event|cluster|ns|img|inv|ord|pay|rev|commit|sha|node|obj|ref|id|gen|"
    r"cache|lock|tmp|dev|host|svc|deploy|dpl|prj|iad1|fra1|lhr1|sfo1|c|s|u|p|t|ft|vs|vsfs|ftjob|ft)[_-][A-Za-z0-9]{8,40}\Z"
)
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\Z"
_HOST = r"(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|io|dev|local|internal|example|test|app|cloud|ai|co|eu|de|uk|lan|svc)(?::\d{1,5})?(?:/\S{0,200})?\Z"
_TYPE = r"(?:str|int|bool|bytes|float|string|number|boolean|object|any|void|char|text|varchar|String|Optional|SecretStr|Secret|Token|None|null)\b"
_WORD = r"[A-Z]?[a-z]{4,400}|[A-Z][a-z]{2,400}|[A-Z]{4,400}|(?<![A-Za-z0-9])[a-z]{2,3}(?![A-Za-z0-9])"
_PUBLIC = r"(?:pk_(?:live|test)_|pk\.eyJ|phc_|npub1|age1|ssh-|ecdsa-|AAAA[BCE][23]|G-|UA-|GTM-|xpub|zpub|0x[0-9a-fA-F]{40}\Z)"
_PRODUCTS = words(
    "1password lastpass bitwarden keepass keepassxc oauth2 oauth1 base64 sha256 sha512 sha1 md5 hs256 rs256 es256 utf8 utf-8 ed25519 rsa2048 "
    "rsa4096 aes256 aes128 argon2 argon2id bcrypt pbkdf2 x509 pkcs8 pkcs12 gpt4 gpt-4o python3 postgres14 http2 http1 ipv4 ipv6 "
    "k8s l10n i18n a11y oauth2.0 ec2 s3 pkcs11 totp2 webauthn2 fido2 u2f base32 base58 base64url aes-256-gcm aes-128-cbc tls1.3 tls1.2"
)


def is_none(value: str, *, quoted: bool = False) -> bool:
    """Whether this is surely no secret: a placeholder, a name for one, or a harmless id. What is quoted is no code."""
    return is_placeholder(value) or is_reference(value, quoted=quoted) or is_identifier(value)


def is_placeholder(value: str) -> bool:
    """Whether this only stands where a secret would."""
    low = value.lower()
    if any(mark in low for mark in _CLEAR):
        return True
    found = compiled(r"[a-z]{1,40}|[0-9]{1,40}").findall(low)
    if found and all(
        word in _PLACEHOLDERS or len(set(word)) == 1 or word in "0123456789012" for word in found
    ):
        return True
    return is_monotonous(value)


def is_monotonous(value: str) -> bool:
    """Whether it is made of few characters, or of runs as a keyboard or an alphabet has them."""
    letters = [char for char in value.lower() if char.isalnum()]
    if len(letters) < 6:
        return len(set(letters)) <= 2
    if len(set(letters)) <= (3 if len(letters) < 16 else 5):
        return True
    codes = [ord(char) for char in letters]
    steps = sum(b - a in (0, 1) for a, b in pairwise(codes))
    return steps * 2 > len(codes)


def is_reference(value: str, *, quoted: bool = False) -> bool:
    """Whether this names a place that holds the secret, or code that gives it."""
    starts = _QUOTED_STARTS if quoted else _VARIABLE_STARTS
    if value.startswith(starts) or (value.startswith("%") and value.endswith("%")):
        return True
    if compiled(_PATHS).match(value) and (not value.startswith("/") or is_wordy(value)):
        return True
    patterns = (_REFERENCE, _FILE, _CONSTANT, _SNAKE, _EMAIL, _HOST)
    if any(compiled(pattern).match(value) for pattern in patterns):
        return True
    if not quoted and any(compiled(pattern).match(value) for pattern in (_CALL, _ATTRIBUTE, _TYPE)):
        return True
    return bool(compiled(r"\$\{|\{\{|\$\(|<%|%\(|\}\}").search(value))


def is_identifier(value: str) -> bool:
    """Whether this is an id, a hash with its name, a number, a version or words: high in variety, harmless all the same."""
    if value.lower() in _PRODUCTS:
        return True
    return any(compiled(pattern).match(value) for pattern in (_UUID, _NUMBER, _HASHED, _ID, _KEBAB, _PUBLIC))


def is_wordy(value: str, share: float = 0.72) -> bool:
    """Whether most of it, this share of its letters, is words, as in names, titles and identifiers."""
    letters = sum(map(str.isalpha, value))
    if not letters or changes(value) * 2 >= len(value):
        return False
    found = [word for word in compiled(_WORD).findall(value) if _is_word(word)]
    return sum(map(len, found)) >= share * letters


def classes(value: str) -> int:
    """How many of lower case, upper case, digits and other characters it has."""
    return (
        any("a" <= char <= "z" for char in value)
        + any("A" <= char <= "Z" for char in value)
        + any("0" <= char <= "9" for char in value)
        + any(not char.isalnum() for char in value)
    )


def changes(value: str) -> int:
    """How often it goes from letters to digits, from lower to upper case, and so on."""
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" if c.isalpha() else "s" for c in value]
    return sum(a != b for a, b in pairwise(kinds))


def is_hex(value: str) -> bool:
    """Whether it is hexadecimal with both letters and digits in one case, 16 characters or more."""
    if not compiled(r"(?:0x)?(?:[0-9a-f]{16,400}|[0-9A-F]{16,400})\Z").match(value):
        return False
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def has_digit_and_letter(value: str) -> bool:
    """Whether it has both."""
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def is_password(value: str, *, quoted: bool = False) -> bool:
    """Whether it may be a password where a word beside it says that one stands here."""
    if len(value) < 6 or is_none(value, quoted=quoted):
        return False
    if is_hex(value):
        return True
    kinds = classes(value)
    if len(value) < 8:
        return kinds >= 3 and not is_wordy(value)
    if kinds >= 3:
        return not (is_wordy(value) and changes(value) <= 2)
    if kinds == 2 and has_digit_and_letter(value):
        return not is_wordy(value) or changes(value) >= 3
    return kinds == 2 and len(value) >= 12 and not is_wordy(value)


def is_key(value: str, least: int = 16, *, quoted: bool = False) -> bool:
    """Whether it may be a key or a token where a word beside it says that one stands here."""
    if len(value) < least or is_none(value, quoted=quoted) or is_wordy(value):
        return False
    if is_hex(value):
        return True
    mixed = has_digit_and_letter(value) or (len(value) >= 20 and changes(value) >= 8)
    return mixed and len(set(value)) >= min(10, len(value) // 2)


def is_strict(value: str) -> bool:
    """Whether it looks random even where nothing right beside it says that a secret follows."""
    if len(value) < 8 or not any(map(str.isdigit, value)) or any(char in "()<>[]{}|" for char in value):
        return False
    if classes(value) < 3 or changes(value) < (4 if len(value) < 20 else 6):
        return False
    return not is_hex(value) and not is_none(value) and not is_wordy(value)


def is_random(value: str) -> bool:
    """Whether the rest of a token is random enough where many words begin like it."""
    if is_placeholder(value) or is_wordy(value):
        return False
    turns = changes(value)
    return turns >= (4 if has_digit_and_letter(value) else 8)


def _is_word(text: str) -> bool:
    low = text.lower()
    if len(low) > 16:
        return False
    vowels = sum(char in "aeiouy" for char in low)
    return vowels * 6 >= len(low) and not compiled(r"[bcdfghjklmnpqrstvwxz]{5}").search(low)
