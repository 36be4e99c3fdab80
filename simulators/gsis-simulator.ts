/**
 * Simulates RgWsPublic2 on loopback. It accepts the same SOAP, contains some companies and refuses what the real
 * service refuses.
 */
import type { IncomingMessage } from 'node:http'
import { XMLParser } from 'fast-xml-parser'
import { CODE_PREFIX, RG, SOAP, SRVC } from '#server/integrations/registry/gsis-wire.ts'
import { escapeXml } from '#server/integrations/xml-text.ts'
import { SIMULATED_COMPANIES, SIMULATED_PERSONS, type SimulatedCompany } from './gsis-companies.ts'
import { type HttpSimulator, type SimulatedAnswer, startHttpSimulator } from './http-simulator.ts'

export type GsisSimulatorOptions = {
  readonly username: string
  readonly password: string
  /** The VAT number of the account. */
  readonly tokenAfm?: string
  readonly companies?: readonly SimulatedCompany[]
  /** The number of wrong questions in a row after which the account is refused. */
  readonly failuresTolerated?: number
}

export type GsisSimulator = HttpSimulator & {
  /** Returns the VAT numbers asked for so far. In the real service each question leaves a message with the company. */
  asked(): readonly string[]
  /** Sets the codes of the next answers, without their prefix. */
  failWith(...codes: string[]): void
  /** Sets the answer to the next question. */
  answerWith(answer: SimulatedAnswer): void
}

const PATH = '/wsaade/RgWsPublic2/RgWsPublic2'
const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const NIL_RECORD =
  'afm doy doy_descr i_ni_flag_descr deactivation_flag deactivation_flag_descr firm_flag_descr onomasia commer_title legal_status_descr postal_address postal_address_no postal_zip_code postal_area_description regist_date stop_date normal_vat_system_flag'

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true })

type Question = {
  readonly Envelope?: {
    readonly Header?: { readonly Security?: { readonly UsernameToken?: { Username?: string; Password?: string } } }
    readonly Body?: {
      readonly rgWsPublic2AfmMethod?: { readonly INPUT_REC?: { afm_called_by?: string; afm_called_for?: string } }
    }
  }
}

const field = (name: string, text: string, width = 0): string =>
  text === '' ? `<${name} xsi:nil="true"/>` : `<${name}>${escapeXml(text.padEnd(width))}</${name}>`

const soap = (status: number, body: string): SimulatedAnswer => ({
  status,
  type: 'application/soap+xml',
  text: `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="${SOAP}" xmlns:xsi="${XSI}"><env:Header/><env:Body>${body}</env:Body></env:Envelope>`,
})

/** Returns a fault of SOAP 1.2, as for malformed questions. */
export const soapFault = (text: string): SimulatedAnswer =>
  soap(
    500,
    `<env:Fault><env:Code><env:Value>env:Sender</env:Value></env:Code><env:Reason><env:Text xml:lang="en">${escapeXml(text)}</env:Text></env:Reason></env:Fault>`,
  )

function result(parts: { error?: string; username: string; tokenAfm: string; rest: string }): SimulatedAnswer {
  const code = parts.error ? `${CODE_PREFIX}${parts.error}` : ''
  return soap(
    200,
    `<srvc:rgWsPublic2AfmMethodResponse xmlns="${RG}" xmlns:srvc="${SRVC}"><srvc:result><rg_ws_public2_result_rtType>
<call_seq_id>986346797</call_seq_id>
<error_rec>${field('error_code', code)}${field('error_descr', code === '' ? '' : 'Η αναζήτηση δεν έγινε')}</error_rec>
<afm_called_by_rec>${field('token_username', parts.username)}${field('token_afm', parts.tokenAfm)}${field('token_afm_fullname', '')}${field('afm_called_by', '')}${field('afm_called_by_fullname', '')}${field('as_on_date', '2026-11-20')}</afm_called_by_rec>
${parts.rest}
</rg_ws_public2_result_rtType></srvc:result></srvc:rgWsPublic2AfmMethodResponse>`,
  )
}

/** Returns the record of a company. Texts are padded with blanks, and missing values are nil. */
function recordOf(company: SimulatedCompany): string {
  const { deactivated, stopDate = '' } = company
  const flag = deactivated || stopDate !== '' ? 'ΠΡΩΗΝ ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ' : 'ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ'
  const items = company.activities.map(
    ([code, name, kind]) =>
      `<item>${field('firm_act_code', code)}${field('firm_act_descr', name)}${field('firm_act_kind', kind)}${field('firm_act_kind_descr', kind === '1' ? 'ΚΥΡΙΑ' : 'ΔΕΥΤΕΡΕΥΟΥΣΑ', 20)}</item>`,
  )
  return `<basic_rec>
${field('afm', company.afm, 12)}${field('doy', '1101')}${field('doy_descr', company.doy, 40)}
${field('i_ni_flag_descr', company.legalStatus === '' ? 'ΦΠ' : 'ΜΗ ΦΠ')}
${field('deactivation_flag', deactivated ? '2' : '1')}${field('deactivation_flag_descr', deactivated ? 'ΑΠΕΝΕΡΓΟΠΟΙΗΜΕΝΟΣ ΑΦΜ' : 'ΕΝΕΡΓΟΣ ΑΦΜ', 25)}
${field('firm_flag_descr', flag, 25)}${field('onomasia', company.onomasia, 120)}${field('commer_title', company.title, 60)}
${field('legal_status_descr', company.legalStatus, 20)}
${field('postal_address', company.street, 40)}${field('postal_address_no', company.streetNumber, 8)}
${field('postal_zip_code', company.postcode)}${field('postal_area_description', company.city, 40)}
${field('regist_date', '2001-03-12')}${field('stop_date', stopDate)}${field('normal_vat_system_flag', 'Y')}
</basic_rec><firm_act_tab>${items.join('')}</firm_act_tab>`
}

const nothing = `<basic_rec>${NIL_RECORD.split(' ')
  .map((name) => field(name, ''))
  .join('')}</basic_rec>`

function isVatNumber(afm: string): boolean {
  if (!/^\d{9}$/.test(afm) || afm === '000000000') return false
  let sum = 0
  for (let place = 0; place < 8; place++) sum += Number(afm.charAt(place)) * 2 ** (8 - place)
  return (sum % 11) % 10 === Number(afm[8])
}

/** Starts the simulator on a free port of loopback. */
export async function startGsisSimulator(options: GsisSimulatorOptions): Promise<GsisSimulator> {
  const { tokenAfm = '094019245', companies = SIMULATED_COMPANIES, failuresTolerated = 1_000 } = options
  const asked: string[] = []
  const codes: string[] = []
  const answers: SimulatedAnswer[] = []
  let failures = 0

  const why = (username: string, password: string, calledBy: string, afm: string): string | null => {
    const ordered = codes.shift()
    if (ordered !== undefined) return ordered
    if (failures >= failuresTolerated) return 'FAILURES_TOLERATED_EXCEEDED'
    if (username === '') return 'TOKEN_USERNAME_NOT_DEFINED'
    if (username !== options.username || password !== options.password) return 'TOKEN_USERNAME_NOT_AUTHENTICATED'
    if (calledBy !== '' && calledBy !== tokenAfm) return 'AFM_CALLED_BY_NOT_ALLOWED'
    if (afm === '') return 'NO_INPUT_PARAMETERS'
    asked.push(afm)
    if (!isVatNumber(afm)) return 'WRONG_AFM'
    if (SIMULATED_PERSONS.includes(afm)) return 'EPIT_NF'
    return companies.some((company) => company.afm === afm) ? null : 'TAXPAYER_NF'
  }

  const answer = (request: IncomingMessage, body: string): SimulatedAnswer => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== PATH) return { status: 404, type: 'text/html', text: '<html>Not Found</html>' }
    if (url.search.toUpperCase() === '?WSDL') return { status: 200, type: 'text/xml', text: '<wsdl:definitions/>' }
    if (request.method !== 'POST') return { status: 405, type: 'text/html', text: '<html>Method Not Allowed</html>' }
    if (!request.headers['content-type']?.startsWith('application/soap+xml'))
      return { status: 415, type: 'text/html', text: '<html>Unsupported Media Type</html>' }
    const special = answers.shift()
    if (special) return special
    if (!body.trimEnd().endsWith('</env:Envelope>')) return soapFault('Malformed XML')
    const { Envelope } = parser.parse(body) as Question
    const input = Envelope?.Body?.rgWsPublic2AfmMethod?.INPUT_REC
    if (!input) return soapFault('Unknown method')
    const { Username: username = '', Password: password = '' } = Envelope?.Header?.Security?.UsernameToken ?? {}
    const afm = input.afm_called_for ?? ''
    const error = why(username, password, input.afm_called_by ?? '', afm)
    if (error !== null) {
      failures += 1
      return result({ error, username, tokenAfm, rest: nothing })
    }
    failures = 0
    const company = companies.find((known) => known.afm === afm) as SimulatedCompany
    return result({ username, tokenAfm, rest: recordOf(company) })
  }

  const server = await startHttpSimulator(answer)
  return {
    ...server,
    url: `${server.url}${PATH}`,
    asked: () => asked,
    failWith: (...more) => void codes.push(...more),
    answerWith: (special) => void answers.push(special),
  }
}
