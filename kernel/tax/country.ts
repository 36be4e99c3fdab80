/** Finds the country that a typed text means. */
import { fold } from '../fold.ts'

/** The codes of the countries that the myDATA schema accepts and that still exist. Monaco counts as France. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR ST SV SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

export const HOME = 'GR'

/** The members of the European Union beside Greece. */
const UNION = new Set('AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

/** Languages in which people write the names of countries. */
const LANGUAGES = ['el', 'en', 'de', 'fr', 'it', 'es', 'ru', 'sr', 'sr-Latn', 'bg', 'ro']

/** Names in use that the lists of the languages do not contain. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  EL: 'GR',
  UK: 'GB',
  Ελλάς: 'GR',
  Hellas: 'GR',
  Αγγλία: 'GB',
  England: 'GB',
  Scotland: 'GB',
  ΗΠΑ: 'US',
  'Η.Π.Α.': 'US',
  USA: 'US',
  Ολλανδία: 'NL',
  Holland: 'NL',
  Τσεχία: 'CZ',
  Ρωσία: 'RU',
  Σκόπια: 'MK',
}

/** Countries whose trade is that of another one, with its VAT numbers: Monaco is France (directive 2006/112, article 7). */
const TRADES_AS: Readonly<Record<string, string>> = { MC: 'FR' }

/**
 * Places that trade as if they were countries of their own, and for which the schema of the tax office has no code: the names of each.
 * Northern Ireland belongs to the union for goods and to the United Kingdom for services.
 */
const WITHOUT_CODE = {
  kosovo: [
    'Kosovo',
    'Republic of Kosovo',
    'Kosova',
    'Republika e Kosovës',
    'Republika Kosova',
    'Republika Kosovo',
    'Kosovo i Metohija',
    'Κόσοβο',
    'Δημοκρατία του Κοσόβου',
    'Κοσσυφοπέδιο',
    'Repubblica del Kosovo',
    'República de Kosovo',
    'Косово',
    'Республика Косово',
    'Република Косово',
    'Косово и Метохија',
    'XK',
    'XKX',
    'RKS',
  ],
  'northern-ireland': [
    'Northern Ireland',
    'Northern Ireland (UK)',
    'UK (Northern Ireland)',
    'United Kingdom (Northern Ireland)',
    'Βόρεια Ιρλανδία',
    'Β. Ιρλανδία',
    'Nordirland',
    'Irlande du Nord',
    'Irlanda del Nord',
    'Irlanda del Norte',
    'Северная Ирландия',
    'Северна Ирска',
    'Severna Irska',
    'XI',
  ],
} as const

export type WithoutCode = keyof typeof WITHOUT_CODE

/** Returns a name without accents, capitals, points and blanks, as names are compared. */
const comparable = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '')

function namesOfCountries(): ReadonlyMap<string, string> {
  const codes = [...CODES, ...Object.keys(TRADES_AS)]
  const names = new Map(Object.entries(OTHER_NAMES).map(([name, code]) => [comparable(name), code]))
  for (const language of LANGUAGES) {
    const named = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = comparable(named.of(code) ?? '')
      if (name !== '' && !names.has(name)) names.set(name, TRADES_AS[code] ?? code)
    }
  }
  for (const code of codes) names.set(comparable(code), TRADES_AS[code] ?? code)
  return names
}

let known: ReadonlyMap<string, string> | null = null

/**
 * Returns the code of the country that a text names, in its own code or by its name in several languages. An empty text is Greece.
 * Returns null if no country has this name.
 */
export function countryOf(text: string): string | null {
  if (text.trim() === '') return HOME
  known ??= namesOfCountries()
  return known.get(comparable(text)) ?? null
}

/** Returns the place without a code of its own that a text names, or null. */
const withoutCodeOf = (text: string): WithoutCode | null =>
  (Object.keys(WITHOUT_CODE) as WithoutCode[]).find((place) =>
    WITHOUT_CODE[place].some((name) => comparable(name) === comparable(text)),
  ) ?? null

export type Place = 'home' | 'union' | 'outside'

/** Returns where a country lies for VAT. */
export const placeOf = (country: string): Place =>
  country === HOME ? 'home' : UNION.has(country) ? 'union' : 'outside'

/** What says where a customer lies. */
export type Located = {
  readonly country: string
  readonly vat: string
  readonly postcode?: string | undefined
}

/** What is sold: only services, or also goods. */
export type Sold = 'goods' | 'services'

/** The begin of the VAT numbers of Northern Ireland, which people also write beside the country United Kingdom or none. */
const NUMBER_OF_NORTHERN_IRELAND = /^\s*XI/i
/** The begin of the postcodes of Northern Ireland. */
const POSTCODE_OF_NORTHERN_IRELAND = /^\s*BT\s*\d/i

/**
 * Returns the place of a customer for which the tax office has no code, or null. Goods for an address in Northern Ireland are sold there also
 * if the customer has a VAT number of the United Kingdom; services are sold to the United Kingdom.
 */
export function uncodedPlaceOf({ country, vat, postcode = '' }: Located, sold: Sold): WithoutCode | null {
  const named = withoutCodeOf(country)
  if (named !== null) return named
  const isBritish = countryOf(country) === 'GB'
  if ((isBritish || country.trim() === '') && NUMBER_OF_NORTHERN_IRELAND.test(vat)) return 'northern-ireland'
  return isBritish && sold === 'goods' && POSTCODE_OF_NORTHERN_IRELAND.test(postcode) ? 'northern-ireland' : null
}

/** Returns where a customer lies for VAT. A country that is not recognised counts as home. Northern Ireland is in the union for goods only. */
export function placeOfCustomer(customer: Located, sold: Sold): Place {
  const uncoded = uncodedPlaceOf(customer, sold)
  if (uncoded !== null) return uncoded === 'northern-ireland' && sold === 'goods' ? 'union' : 'outside'
  return placeOf(countryOf(customer.country) ?? HOME)
}
