/**
 * Sends one valid input to a command, a query, a lookup, a paper or a table of the data API, and asks four things in one pass: who
 * may use it, whether the answer is what the contract promises, whether it reads what grows for ever, and whether what it changed is
 * noticed.
 */
import { saveSetting } from '#server/company.ts'
import { dayOf } from '#kernel/day.ts'
import { commands, lookups, queries } from '#app/server/features.ts'
import { ask, callByName, type ENDPOINTS, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { promised } from '#testing/contracts.ts'
import { BY_INDEX, writePast } from '#testing/growth/past.ts'
import { RowCounter, type RowCounts } from './row-counts.ts'
import { recordFor, type TableMethod, type TableSample } from '#server/samples/sample-parts.ts'
import { samples, tableSamples } from '#testing/samples.ts'
import { startSimulators } from '#simulators/all-simulators.ts'
import { isDeepStrictEqual } from 'node:util'
import { GrownTables } from './growth.ts'
import { type Before, Noticed } from './noticed.ts'
import { holderAt, holdersOf, isOnlyForOthers, wronglyAccepted, wronglyAcceptedAt } from './rights.ts'

/** What is wrong, by what was asked. */
export type Faults = Record<'rights' | 'contract' | 'growth' | 'announced', readonly unknown[]>
export const NO_FAULTS: Faults = { rights: [], contract: [], growth: [], announced: [] }

type Endpoint = Pick<(typeof ENDPOINTS)[number], 'name' | 'right'>

const WRITING = new Set([...commands, ...lookups].map(({ contract }) => contract.name))
/** They read outside of transactions too. */
const LOOKUPS = new Set(lookups.map(({ contract }) => contract.name))
const KEPT = new Set(queries.filter(({ kept }) => kept).map(({ contract }) => contract.name))

/** Refusals for what this company has not: a document that the accounting service has accepted, which a job sends, and a tax office. */
const REFUSED_HERE: Readonly<Record<string, string>> = {
  'invoicing.credit-and-cancel': 'orders.not-accepted',
  'invoicing.credit-part': 'invoicing.tax.issuer-vat',
  'invoicing.compare-documents': 'invoicing.no-tax-office',
  'receiving.fetch-notes': 'receiving.no-account',
  'invoicing.try-tax-office': 'invoicing.no-tax-office',
}

type Parts = {
  readonly company: TestCompany
  readonly grown: GrownTables
  readonly noticed: Noticed
  readonly counter: RowCounter
  readonly close: () => Promise<void>
}

export class Walk {
  readonly company: TestCompany
  readonly grown: GrownTables
  readonly close: () => Promise<void>
  readonly #noticed: Noticed
  readonly #counter: RowCounter
  readonly #samples: ReturnType<typeof samples>
  readonly #tableSamples: ReturnType<typeof tableSamples>

  private constructor(parts: Parts) {
    this.company = parts.company
    this.grown = parts.grown
    this.close = parts.close
    this.#noticed = parts.noticed
    this.#counter = parts.counter
    this.#samples = samples(parts.company)
    this.#tableSamples = tableSamples(parts.company)
  }

  /** Opens the test company with a past, and the simulators of all services. */
  static async open(): Promise<Walk> {
    const simulators = await startSimulators()
    const counter = new RowCounter()
    const announced: string[] = []
    const company = await openTestCompany(
      simulators.outside,
      undefined,
      {},
      {
        past: { name: 'grown', write: (db) => writePast(db, dayOf(new Date().toISOString())), settings: BY_INDEX },
        watch: counter.watch,
        announced: (topics) => void announced.push(...topics),
      },
    )
    await saveSetting(company.db, 'accounting-state', { configured: true })
    if (!company.kept) throw new Error('The test company keeps no answers')
    return new Walk({
      company,
      grown: await GrownTables.find(company.db),
      noticed: await Noticed.open(company.db, company.kept, announced),
      counter,
      close: async () => {
        await company.close()
        await simulators.close()
      },
    })
  }

  /** Asks everything about a command, a query, a lookup or a paper. */
  async endpoint({ name, right }: Endpoint): Promise<Faults> {
    const rights = await wronglyAccepted(this.company, name, right)
    for (const person of holdersOf(right)) {
      const input = await this.#sample(name)
      const before = WRITING.has(name) ? await this.#noticed.before() : null
      const { result, ...counts } = await this.#counter.during(
        () => callByName(this.company, name, input, { token: this.company.tokens[person] }),
        LOOKUPS.has(name),
      )
      const { status, json, text } = result
      if (isOnlyForOthers(right, status, json)) continue
      const isPromised = status === 200 && isDeepStrictEqual(promised(name, json), json)
      const isExpected =
        name in REFUSED_HERE ? status !== 200 && REFUSED_HERE[name] === refusalIn(json)?.code : isPromised
      return {
        rights,
        contract: isExpected ? [] : [{ person, status, text, promised: status === 200 ? promised(name, json) : null }],
        growth: this.grown.readWhole(name, counts),
        announced: before
          ? await this.#unnoticed(name, counts, before)
          : KEPT.has(name)
            ? this.#noticed.unknownTables(counts)
            : [],
      }
    }
    return { ...NO_FAULTS, rights: [...rights, 'every holder of the right is refused'] }
  }

  /** Asks everything about a method of a table of the data API. */
  async table(table: string, method: TableMethod): Promise<Faults> {
    const sample = this.#tableSamples[table] as TableSample
    const marks = sample.may[method]
    const isRead = method === 'GET'
    const id = marks === undefined || method === 'POST' || isRead ? 0 : await sample.row(method)
    const body = isRead ? undefined : { resource: marks === undefined ? [] : [await recordFor(sample, method, id)] }
    const rights = await wronglyAcceptedAt(this.company, table, method, { marks, body })
    if (marks === undefined) return { ...NO_FAULTS, rights }

    const token = this.company.tokens[holderAt(sample, method)]
    const address = `/api/v2/_table/${table}`
    const before = isRead ? null : await this.#noticed.before()
    const { result, ...counts } = await this.#counter.during(() =>
      ask(this.company, method, isRead ? `${address}?limit=5` : address, { token, body }),
    )
    // the count of all rows reads all of them
    const counted = isRead ? await ask(this.company, 'GET', `${address}?limit=1&include_count=true`, { token }) : null
    return {
      rights,
      contract: [
        ...(hasRows(result) ? [] : [{ status: result.status, text: result.text }]),
        ...(counted === null || hasCount(counted) ? [] : [{ status: counted.status, text: counted.text }]),
      ],
      growth: this.grown.readWhole(`${method} ${table}`, counts),
      announced: before ? await this.#unnoticed(`data-api.${method.toLowerCase()}-${table}`, counts, before) : [],
    }
  }

  async #unnoticed(command: string, counts: RowCounts, before: Before): Promise<string[]> {
    const stale = (await this.#noticed.staleTables(counts)).map((table) => `an answer from ${table} is still kept`)
    return [...stale, ...(await this.#noticed.wrongEntries(command, counts, before))]
  }

  #sample(name: string): Promise<object> {
    const sample = this.#samples[name]
    if (!sample) throw new Error(`${name} has no sample`)
    return sample()
  }
}

type TableAnswer = { readonly status: number; readonly json: unknown }

/** Reports whether an answer of the data API consists of rows. */
const hasRows = ({ status, json }: TableAnswer): boolean =>
  status === 200 && Array.isArray((json as { resource?: unknown } | null)?.resource)

/** Reports whether an answer of the data API consists of rows and the number of all rows. */
const hasCount = (answer: TableAnswer): boolean =>
  hasRows(answer) && typeof (answer.json as { meta?: { count?: unknown } }).meta?.count === 'number'
