/** Writes questions to RgWsPublic2, the registry of the Greek tax office, and reads its answers. */
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { cleanText } from '../clean-text.ts'
import { escapeXml, unescapeXml } from '../xml-text.ts'
import type { RegisteredCompany, RegistryAnswer } from './registry.ts'

export const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
export const SRVC = 'http://rgwspublic2/RgWsPublic2Service'
export const RG = 'http://rgwspublic2/RgWsPublic2'

/** The prefix of every code of the registry. */
export const CODE_PREFIX = 'RG_WS_PUBLIC_'
const ABSENT = ['TAXPAYER_NF', 'WRONG_AFM', 'EPIT_NF']
const NOT_NOW = ['MSG_TO_TAXISNET_ERROR', 'SERVICE_NOT_ACTIVE']
const REFUSED = [
  'AFM_CALLED_BY_BLOCKED',
  'AFM_CALLED_BY_NOT_ALLOWED',
  'AFM_CALLED_BY_NOT_FOUND',
  'FAILURES_TOLERATED_EXCEEDED',
  'MAX_DAILY_USERNAME_CALLS_EXCEEDED',
  'MONTHLY_LIMIT_EXCEEDED',
  'NO_INPUT_PARAMETERS',
  'TOKEN_AFM_BLOCKED',
  'TOKEN_AFM_NOT_AUTHORIZED',
  'TOKEN_AFM_NOT_FOUND',
  'TOKEN_AFM_NOT_REGISTERED',
  'TOKEN_USERNAME_NOT_ACTIVE',
  'TOKEN_USERNAME_NOT_AUTHENTICATED',
  'TOKEN_USERNAME_NOT_DEFINED',
  'TOKEN_USERNAME_TOO_LONG',
]

/** Returns the question for one VAT number, as of today. */
export function questionFor(
  vat: string,
  { username, password, calledBy }: { username: string; password: string; calledBy?: string | undefined },
): string {
  const asker = calledBy ? `<rg:afm_called_by>${escapeXml(calledBy)}</rg:afm_called_by>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<env:Envelope xmlns:env="${SOAP}" xmlns:wsse="${WSSE}" xmlns:srvc="${SRVC}" xmlns:rg="${RG}">
<env:Header><wsse:Security><wsse:UsernameToken>
<wsse:Username>${escapeXml(username)}</wsse:Username><wsse:Password>${escapeXml(password)}</wsse:Password>
</wsse:UsernameToken></wsse:Security></env:Header>
<env:Body><srvc:rgWsPublic2AfmMethod><srvc:INPUT_REC>${asker}<rg:afm_called_for>${escapeXml(vat)}</rg:afm_called_for></srvc:INPUT_REC></srvc:rgWsPublic2AfmMethod></env:Body>
</env:Envelope>`
}

// an element that is nil, empty or missing becomes an empty text
const zWords = z
  .string()
  .default('')
  .transform((text) => cleanText(unescapeXml(text)))
const zActivity = z.object({ firm_act_code: zWords, firm_act_descr: zWords, firm_act_kind: zWords })
const zResult = z.object({
  error_rec: z.object({ error_code: zWords }).or(z.literal('')).optional(),
  basic_rec: z
    .object({
      afm: zWords,
      doy_descr: zWords,
      deactivation_flag: zWords,
      deactivation_flag_descr: zWords,
      firm_flag_descr: zWords,
      onomasia: zWords,
      commer_title: zWords,
      legal_status_descr: zWords,
      postal_address: zWords,
      postal_address_no: zWords,
      postal_zip_code: zWords,
      postal_area_description: zWords,
      stop_date: zWords,
    })
    .or(z.literal(''))
    .optional(),
  firm_act_tab: z
    .object({ item: z.array(zActivity.or(z.literal(''))).default([]) })
    .or(z.literal(''))
    .optional(),
})
const zEnvelope = z.object({
  Envelope: z.object({
    Body: z.union([
      z.object({
        rgWsPublic2AfmMethodResponse: z.object({ result: z.object({ rg_ws_public2_result_rtType: zResult }) }),
      }),
      z.object({ Fault: z.unknown() }),
    ]),
  }),
})

const parser = new XMLParser({
  removeNSPrefix: true,
  // keeps the leading zeros of a VAT number or a postcode
  parseTagValue: false,
  ignoreAttributes: true,
  // unescapeXml does this, because the parser does not decode characters written as numbers
  processEntities: false,
  isArray: (name) => name === 'item',
})

function parse(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the result in the XML, or why it cannot be read. */
function read(text: string): z.output<typeof zResult> | 'fault' | 'unreadable' {
  // a valid answer has no document type; an answer without its end was cut, which the parser would accept
  if (/<!DOCTYPE/i.test(text) || !/<\/([\w-]+:)?Envelope>\s*$/.test(text)) return 'unreadable'
  const envelope = zEnvelope.safeParse(parse(text))
  if (!envelope.success) return 'unreadable'
  const { Body } = envelope.data.Envelope
  return 'Fault' in Body ? 'fault' : Body.rgWsPublic2AfmMethodResponse.result.rg_ws_public2_result_rtType
}

function companyOf({ basic_rec, firm_act_tab }: z.output<typeof zResult>): RegisteredCompany | null {
  if (!basic_rec || basic_rec.afm === '') return null
  const items = (firm_act_tab ? firm_act_tab.item : []).filter((item) => item !== '')
  const activities = items.map(({ firm_act_code, firm_act_descr, firm_act_kind }) => ({
    code: firm_act_code,
    name: firm_act_descr,
    main: firm_act_kind === '1',
  }))
  return {
    vat: basic_rec.afm,
    name: basic_rec.onomasia,
    title: basic_rec.commer_title,
    taxOffice: basic_rec.doy_descr,
    legalStatus: basic_rec.legal_status_descr,
    street: basic_rec.postal_address,
    streetNumber: basic_rec.postal_address_no,
    postcode: basic_rec.postal_zip_code.replaceAll(' ', ''),
    city: basic_rec.postal_area_description,
    // 1 is active, 2 is deactivated
    active: basic_rec.deactivation_flag === '1',
    activeText: basic_rec.deactivation_flag_descr,
    business: basic_rec.firm_flag_descr === 'ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ',
    businessText: basic_rec.firm_flag_descr,
    stopDate: /^\d{4}-\d{2}-\d{2}/.exec(basic_rec.stop_date)?.[0] ?? null,
    activities: [...activities.filter(({ main }) => main), ...activities.filter(({ main }) => !main)],
  }
}

/** Returns the meaning of an answer for a VAT number. A reason never contains text of the answer. */
export function readAnswer(status: number, text: string, vat: string): RegistryAnswer {
  const unavailable = (reason: string): RegistryAnswer => ({ kind: 'unavailable', reason })
  const result = read(text)
  if (result === 'fault') return unavailable('soap-fault')
  if (status !== 200) return unavailable(`http-${status}`)
  if (result === 'unreadable') return unavailable('unreadable')
  const code = result.error_rec ? result.error_rec.error_code : ''
  if (code !== '') {
    const name = code.startsWith(CODE_PREFIX) ? code.slice(CODE_PREFIX.length) : code
    if (ABSENT.includes(name)) return { kind: 'absent', code }
    if (REFUSED.includes(name)) return { kind: 'refused', code }
    return unavailable(NOT_NOW.includes(name) ? code : 'unknown-code')
  }
  const company = companyOf(result)
  if (!company) return unavailable('unreadable')
  return company.vat === vat ? { kind: 'found', company } : unavailable('another-company')
}
