"""How a receiver checks the signature of a webhook, shown on the page about them."""

import base64
import hashlib
import hmac


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split())
