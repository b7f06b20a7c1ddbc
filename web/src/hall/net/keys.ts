/**
 * The key of this device. A hall server speaks plain HTTP, where browsers offer no `crypto.subtle`, so the signature comes
 * from a library.
 */
import { getPublicKey, hashes, sign, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;

const KEY = "trinta.hall.key";
const SECRET_BYTES = 32;

export interface DeviceKey {
  /** The public key in base64url. */
  readonly device: string;
  /** A signature in base64url. */
  sign(text: string): string;
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

export function keyFrom(secret: Uint8Array): DeviceKey {
  return {
    device: toBase64Url(getPublicKey(secret)),
    sign: (text) => toBase64Url(sign(new TextEncoder().encode(text), secret)),
  };
}

function keptSecret(storage: Storage): Uint8Array | null {
  try {
    const secret = fromBase64Url(storage.getItem(KEY) ?? "");
    return secret.length === SECRET_BYTES ? secret : null;
  } catch {
    return null;
  }
}

/** The key of this browser, made at the first use. If nothing can be kept, it lasts as long as the page. */
export function deviceKey(storage: Storage): DeviceKey {
  const kept = keptSecret(storage);
  if (kept) return keyFrom(kept);
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  try {
    storage.setItem(KEY, toBase64Url(secret));
  } catch {
    // Storage is full or refused.
  }
  return keyFrom(secret);
}

export function isSigned(device: string, text: string, signature: string): boolean {
  try {
    return verify(fromBase64Url(signature), new TextEncoder().encode(text), fromBase64Url(device));
  } catch {
    return false;
  }
}
