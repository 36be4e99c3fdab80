import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a token. Sessions, refresh tokens and devices store this hash and never the token itself. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64')
