/** Mails that did not reach their address, until the same or a later mail about the record does. */
import { addressOf } from '#kernel/entity.ts'
import { may } from '#kernel/rights.ts'
import { sql } from '#server/db/database.ts'
import { carryingEntity, type DeclaredEntity } from '#server/entities.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { mailRights } from '../domain/rights.ts'

type Undelivered = { id: number; entity: string; entityId: number; title: string }

export function undeliveredMails(entities: readonly DeclaredEntity[]): FactKind {
  // a mail is recorded with the record that it is about; nobody can send a mail about another kind again
  const kinds = entities.filter((entity) => 'there' in entity).map(({ name }) => name)
  return {
    name: 'mail.failed',
    right: mailRights.read,
    page: null,
    find: async (rows) => {
      const found = await rows.many<{ id: number }>(sql`
        select id from mails m where status in ('FAILED', 'UNSURE') and entity = any(${kinds}::text[]) and not exists (
          select from mails later where later.entity = m.entity and later.entity_id = m.entity_id and later.id > m.id)
        order by id desc limit ${MOST_FACTS}`)
      return found.map(({ id }) => id)
    },
    things: async (rows, ids, actor) => {
      const found = await rows.many<Undelivered>(sql`
        select id, entity, entity_id as "entityId", subject || ' · ' || to_address as title
        from mails where id = any(${[...ids]}::bigint[])`)
      return found.flatMap(({ id, entity, entityId, title }) => {
        const kind = carryingEntity(entities, entity)
        return may(actor, kind.read) ? [{ id, title, to: addressOf(kind, entityId) }] : []
      })
    },
  }
}
