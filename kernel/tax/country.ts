/** Finds the country that a typed text means. */
import { fold } from '../fold.ts'

/** The codes of the countries that the myDATA schema accepts and that still exist. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR ST SV SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
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

/**
 * Places that trade as if they were countries of their own, and for which the schema of the tax office has no code: the names of each.
 * Northern Ireland belongs to the union for goods and to the United Kingdom for services.
 */
const WITHOUT_CODE = {
  kosovo: [
    'Kosovo',
    'Kosova',
    'Kosovo i Metohija',
    'Κόσοβο',
    'Κοσσυφοπέδιο',
    'Косово',
    'Косово и Метохија',
    'XK',
    'XKX',
    'RKS',
  ],
  'northern-ireland': [
    'Northern Ireland',
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
  const names = new Map(Object.entries(OTHER_NAMES).map(([name, code]) => [comparable(name), code]))
  for (const language of LANGUAGES) {
    const named = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of CODES) {
      const name = comparable(named.of(code) ?? '')
      if (name !== '' && !names.has(name)) names.set(name, code)
    }
  }
  for (const code of CODES) names.set(comparable(code), code)
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
export const withoutCodeOf = (text: string): WithoutCode | null =>
  (Object.keys(WITHOUT_CODE) as WithoutCode[]).find((place) =>
    WITHOUT_CODE[place].some((name) => comparable(name) === comparable(text)),
  ) ?? null

export type Place = 'home' | 'union' | 'outside'

/** Returns where a country lies for VAT. */
export const placeOf = (country: string): Place =>
  country === HOME ? 'home' : UNION.has(country) ? 'union' : 'outside'
