/** Parties as the search over everything finds them. */
import { type Rows, sql } from '#server/db/database.ts'
import type { Found, Wanted } from '#server/entities.ts'
import { isIndexed, matchesOrBegins } from '#server/search-text.ts'
import { matchesParty, numbersFirst, partiesThatMatch } from './find-parties.ts'
import type { PartyKind } from './kind.ts'

/** Returns the search of a kind. An exact VAT number comes first. */
export const findParties =
  (kind: PartyKind) =>
  (rows: Rows, { text, most }: Wanted): Promise<readonly Found[]> =>
    rows.many<Found>(sql`
      select id, name as title,
        concat_ws(' · ', nullif(label, ''), nullif(vat, ''), nullif(phone, ''), nullif(city, '')) as subtitle,
        null as status, vat <> '' and vat = ${text} as exact
      from ${partiesThatMatch(kind, isIndexed(text) ? matchesParty(text) : matchesOrBegins(sql`search`, text), text)}
      order by ${numbersFirst(text)}name collate "und-x-icu", id limit ${most}`)
