/** Runs commands as people of the test company, over HTTP. */
import type { Refusal } from '#kernel/refusal.ts'
import { callByName, refusalIn, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'

/** The actions of a person: `press` returns the whole answer, `does` fails if the command is refused, `refusalOf` fails if it is not. */
export type People = {
  readonly press: (person: Person, name: string, input: object) => ReturnType<typeof callByName>
  readonly does: <T>(person: Person, name: string, input: object) => Promise<T>
  readonly refusalOf: (person: Person, name: string, input: object) => Promise<Refusal>
}

/** Returns the actions of the people of a company, which must be open when they act. */
export const peopleOf = (company: () => TestCompany): People => {
  const press: People['press'] = (person, name, input) =>
    callByName(company(), name, input, { token: company().tokens[person] })
  return {
    press,
    does: async <T>(person: Person, name: string, input: object): Promise<T> => {
      const { status, text, json } = await press(person, name, input)
      if (status !== 200) throw new Error(`${person} ${name}: ${status} ${text}`)
      return json as T
    },
    refusalOf: async (person, name, input) => {
      const { status, text, json } = await press(person, name, input)
      const refusal = refusalIn(json)
      if (!refusal) throw new Error(`${person} ${name} was not refused: ${status} ${text}`)
      return refusal
    },
  }
}
