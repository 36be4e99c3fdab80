/** For tests that do things as people of the test company, through its doors. */
import type { Refusal } from '#kernel/refusal.ts'
import { knock, type Person, refusalIn, type TestCompany } from '#server/testing/company.ts'

/** What a person of a company does: `does` demands that it is done, `refusalOf` that it is refused. */
export type People = {
  readonly does: <T>(person: Person, name: string, input: object) => Promise<T>
  readonly refusalOf: (person: Person, name: string, input: object) => Promise<Refusal>
}

/** The people of a company that is opened by the time they do something. */
export const peopleOf = (company: () => TestCompany): People => {
  const press = (person: Person, name: string, input: object) =>
    knock(company(), name, input, { token: company().tokens[person] })
  return {
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
