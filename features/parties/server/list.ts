/** The list of a kind of party and its count. */
import type { DeclaredList } from '#kernel/records/list.ts'
import { sql } from '#server/db/database.ts'
import { type ListQueries, listQueries } from '#server/records/list.ts'
import { isIndexed } from '#server/search-text.ts'
import { matchesParty, matchesPhone } from './find-parties.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { IS_LISTED } from './listed.ts'

export const partyListQueries = <L extends DeclaredList>(kind: PartyKind, list: L): ListQueries<L> =>
  listQueries<DeclaredList>(list, {
    from: sql`${tableOf(kind)} parties`,
    alias: 'parties',
    where: IS_LISTED,
    filters: {
      phone: (text: string) => matchesPhone(text),
      salespersonId: (id: number) => sql`salesperson_id = ${id}`,
    },
    search: matchesParty,
    searchesFirst: isIndexed,
    sort: 'name',
    // their indexes are in the order of the codes
    sorts: { vat: [sql`parties.vat`], phone: [sql`parties.phone`] },
  }) as unknown as ListQueries<L>
