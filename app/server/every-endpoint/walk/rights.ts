/** Asks who may use a command, a query or a table. */
import { may, type Right } from '#kernel/rights.ts'
import { rights } from '#app/server/features.ts'
import { ask, callByName, NOT_OWN, refusalIn, type TestCompany } from '#testing/company.ts'
import { roleOf } from '#testing/people-and-goods.ts'
import { MAY_COLUMNS, type TableMethod, type TableSample } from '#server/samples/sample-parts.ts'

/** One person of every role. */
type Someone = (typeof MAY_COLUMNS)[number]

const rightsHeld = (person: Someone): number => rights.filter((right) => may({ role: roleOf(person) }, right)).length

/** The person with the fewest rights comes first. */
const FEWEST_RIGHTS_FIRST = MAY_COLUMNS.toSorted((one, other) => rightsHeld(one) - rightsHeld(other))

/** Returns the people who hold a right, the one with the fewest rights first. */
export const holdersOf = (right: Right): Someone[] =>
  FEWEST_RIGHTS_FIRST.filter((person) => may({ role: roleOf(person) }, right))

/** Returns the people who lack a right and are not refused with its name. */
export async function wronglyAccepted(company: TestCompany, name: string, right: Right): Promise<object[]> {
  const wrong: object[] = []
  for (const person of MAY_COLUMNS.filter((other) => !may({ role: roleOf(other) }, right))) {
    const { status, json } = await callByName(company, name, {}, { token: company.tokens[person] })
    const no = refusalIn(json)
    const isRefused = status === 403 && no?.code === 'forbidden' && no.details?.['right'] === right.name
    if (!isRefused) wrong.push({ person, status, no })
  }
  return wrong
}

/** Reports whether a holder of the right is refused only because the record is of another person, or for another right. */
export function isOnlyForOthers(right: Right, status: number, json: unknown): boolean {
  const no = refusalIn(json)
  const other = no?.details?.['right']
  return status === 403 && (NOT_OWN.includes(no?.code ?? '') || (other !== undefined && other !== right.name))
}

/**
 * Returns the people who may not use a method of a table and are not refused with `body`. A method without marks
 * is closed to all people.
 */
export async function wronglyAcceptedAt(
  company: TestCompany,
  table: string,
  method: TableMethod,
  { marks, body }: { marks: string | undefined; body: object | undefined },
): Promise<object[]> {
  const wrong: object[] = []
  for (const [column, person] of MAY_COLUMNS.entries()) {
    if (marks !== undefined && marks[column] !== '-') continue
    const { status } = await ask(company, method, `/api/v2/_table/${table}`, { token: company.tokens[person], body })
    if (status !== (marks === undefined ? 405 : 403)) wrong.push({ person, status })
  }
  return wrong
}

/** Returns the person with the fewest rights who may use a method of a table on every row. */
export const holderAt = (sample: TableSample, method: TableMethod): Someone =>
  FEWEST_RIGHTS_FIRST.find((person) => sample.may[method]?.[MAY_COLUMNS.indexOf(person)] === '+') ?? 'admin'
