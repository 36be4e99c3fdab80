/** The secrets of webhooks as the database contains them: encrypted with a key that it does not contain. */
import { WrongConfiguration } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import { SECRET_PREFIX } from './sign.ts'

/** Returns the owner for whom the secret of a webhook is encrypted. */
export const ownerOf = (webhookId: number): string => `webhook ${webhookId}`

/**
 * Encrypts the secrets that an earlier version stored in clear, before the process serves anybody. Throws WrongConfiguration if
 * there are some and the process has no key that the others know.
 */
export const sealEarlierSecrets = (db: Database, sealing: Sealing): Promise<void> =>
  db.transaction('locking', async (tx) => {
    const inClear = await tx.many<{ id: number; secret: string }>(sql`
      select id, sealed_secret as secret from webhooks where starts_with(sealed_secret, ${SECRET_PREFIX}) order by id for update`)
    for (const { id, secret } of inClear) {
      const sealed = sealing.seal(secret, ownerOf(id))
      if (sealed === null)
        throw new WrongConfiguration(
          'Several processes serve this database, and secrets of webhooks are not encrypted yet: set SECRETS_KEY to 32 random bytes in base64, as `openssl rand -base64 32` prints them.',
        )
      await tx.run(sql`update webhooks set sealed_secret = ${sealed} where id = ${id}`)
    }
  })
