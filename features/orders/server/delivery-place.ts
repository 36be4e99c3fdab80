/**
 * Where an order `o` of a customer `c` is delivered, as SQL: stops, delivery notes, labels and picking lists use these. What the own address of
 * the order lacks is that of the customer, unless the rest of it names another town: goods that go to a branch elsewhere must not be sent to the
 * postcode or town of the seat.
 */
import { POSTCODE_IN_TEXT } from '#kernel/tax/customer-address.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'

const own = (part: 'address' | 'postcode' | 'city'): Sql => raw(`nullif(trim(o.delivery_address ->> '${part}'), '')`)
/** The postcode and the town that the text of an address may name behind its street: "Ζαμπελίου 33, 731 32 Χανιά". */
const postcodeIn = (text: Sql): Sql =>
  sql`substring(${text} from ${String.raw`[,\n]\s*(${POSTCODE_IN_TEXT})\s+\S`}::text)`
const townIn = (text: Sql): Sql =>
  sql`substring(${text} from ${String.raw`[,\n]\s*${POSTCODE_IN_TEXT}\s+(\S.*)$`}::text)`

const OWN_POSTCODE = sql`coalesce(${own('postcode')}, ${postcodeIn(own('address'))})`
const OWN_CITY = sql`coalesce(${own('city')}, ${townIn(own('address'))})`
const SEAT_POSTCODE = sql`coalesce(nullif(trim(c.postcode), ''), ${postcodeIn(sql`c.address`)}, '')`
const SEAT_CITY = sql`coalesce(nullif(trim(c.city), ''), ${townIn(sql`c.address`)}, '')`
const IS_AT_SEAT = sql`(
  coalesce(replace(${OWN_POSTCODE}, ' ', '') = replace(${SEAT_POSTCODE}, ' ', ''), true)
  and coalesce(fold(${OWN_CITY}) = fold(${SEAT_CITY}), true))`

export const ADDRESS: Sql = sql`coalesce(${own('address')}, c.address)`
export const POSTCODE: Sql = sql`coalesce(${OWN_POSTCODE}, case when ${IS_AT_SEAT} then ${SEAT_POSTCODE} end, '')`
export const CITY: Sql = sql`coalesce(${OWN_CITY}, case when ${IS_AT_SEAT} then ${SEAT_CITY} end, '')`
