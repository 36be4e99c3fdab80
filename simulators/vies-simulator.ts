/** Simulates VIES on loopback. Every number with the form and the check digits of its country is valid, unless a test says otherwise. */
import { HOME } from '#kernel/tax/country.ts'
import { isVatOf } from '#kernel/tax/vat-of-country.ts'
import { type HttpSimulator, type SimulatedAnswer, startHttpSimulator } from './http-simulator.ts'

export type ViesSimulator = HttpSimulator & {
  /** Returns the numbers asked for so far, with the code of the country, and with the requester after a slash. */
  asked(): readonly string[]
  /** Sets the codes of the next answers. */
  failWith(...codes: string[]): void
  /** Sets the answer to the next question. */
  answerWith(answer: SimulatedAnswer): void
  /** The numbers that ended, such as 'DE136695976'. */
  readonly ended: Set<string>
}

const PATH = '/taxation_customs/vies/rest-api'
const json = (body: unknown, status = 200): SimulatedAnswer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
})
/** Errors have the status 200. */
const fault = (error: string): SimulatedAnswer => json({ actionSucceed: false, errorWrappers: [{ error }] })

type Question = {
  readonly countryCode?: string
  readonly vatNumber?: string
  readonly requesterMemberStateCode?: string
  readonly requesterNumber?: string
}

/** Starts the simulator on a free port of loopback. */
export async function startViesSimulator(): Promise<ViesSimulator> {
  const asked: string[] = []
  const codes: string[] = []
  const answers: SimulatedAnswer[] = []
  const ended = new Set<string>()
  const server = await startHttpSimulator((request, body) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === `${PATH}/check-status`) return json({ vow: { available: true }, countries: [] })
    if (pathname !== `${PATH}/check-vat-number`) return json({ status: 404 }, 404)
    if (request.method !== 'POST') return json({ status: 405 }, 405)
    const special = answers.shift()
    if (special) return special
    const code = codes.shift()
    if (code !== undefined) return fault(code)
    const question = JSON.parse(body) as Question
    const { countryCode = '', vatNumber = '', requesterNumber } = question
    // the code of Greece is EL, and GR is no country here
    if (!/^[A-Z]{2}$/.test(countryCode) || countryCode === 'GR' || vatNumber === '') return fault('INVALID_INPUT')
    asked.push(`${countryCode}${vatNumber}${requesterNumber === undefined ? '' : `/${requesterNumber}`}`)
    if (requesterNumber !== undefined && !isVatOf(HOME, requesterNumber)) return fault('INVALID_REQUESTER_INFO')
    const valid =
      isVatOf(countryCode === 'EL' ? HOME : countryCode, vatNumber) && !ended.has(`${countryCode}${vatNumber}`)
    return json({
      countryCode,
      vatNumber,
      requestDate: new Date().toISOString(),
      valid,
      requestIdentifier: requesterNumber === undefined ? '' : `WAPIAAAA${String(asked.length).padStart(6, '0')}`,
      // Germany and Spain publish neither
      name: ['DE', 'ES'].includes(countryCode) || !valid ? '---' : `${countryCode} ${vatNumber} LTD`,
      address: ['DE', 'ES'].includes(countryCode) || !valid ? '---' : 'MAIN STREET 1\n1000 CITY',
    })
  })
  return {
    ...server,
    url: `${server.url}${PATH}`,
    asked: () => asked,
    failWith: (...more) => void codes.push(...more),
    answerWith: (answer) => void answers.push(answer),
    ended,
  }
}
