/**
 * Describes life cycles as tables with one row for each transition. The server checks them, the page derives its
 * buttons from them, and tests walk through them.
 */
import { type Refusal, refusal } from './refusal.ts'
import { forbidden, type Holder, may, type Right } from './rights.ts'

/** What the person agreed to. Each name switches off one rule. */
export type Agreed<Agreement extends string> = Readonly<Partial<Record<Agreement, boolean>>>

/** Returns why the subject breaks the rule; null if it does not, or if `agreed` switches the rule off. */
export type Rule<Subject, Agreement extends string = never> = (
  subject: Subject,
  agreed: Agreed<Agreement>,
) => Refusal | null

/** One transition: its name, its states before and after, the right it needs and the rules that must hold. */
export type Transition<State extends string, Subject, Agreement extends string> = {
  readonly name: string
  readonly from: readonly State[]
  readonly to: State
  readonly right: Right
  readonly needs: readonly Rule<Subject, Agreement>[]
}

export type Lifecycle<
  State extends string,
  Subject extends { status: State },
  Name extends string,
  Agreement extends string,
> = {
  readonly states: readonly State[]
  readonly finals: readonly State[]
  readonly transitions: Readonly<Record<Name, Transition<State, Subject, Agreement>>>
  /**
   * Returns why the transition is not allowed now; null if it is allowed. The subject holds the facts as they are; what
   * the person agreed to is named by `agreed` and never by changing a fact.
   */
  whyNot(name: Name, subject: Subject, who: Holder, agreed?: Agreed<Agreement>): Refusal | null
  /**
   * Returns the transitions from the present state that `who` has the right to. `closed` is the reason if a rule
   * forbids one now.
   */
  choices(subject: Subject, who: Holder): { name: Name; to: State; closed: Refusal | null }[]
  /**
   * Returns the states that no transition leaves and that are not declared final. A test demands that there are none.
   */
  deadEnds(): State[]
}

export function lifecycle<State extends string, Subject extends { status: State }, Agreement extends string = never>() {
  return <const Name extends string>(definition: {
    code: string
    states: readonly State[]
    finals: readonly State[]
    transitions: Record<
      Name,
      readonly [from: readonly State[], to: State, right: Right, ...needs: Rule<Subject, Agreement>[]]
    >
  }): Lifecycle<State, Subject, Name, Agreement> => {
    const transitions = Object.fromEntries(
      Object.entries<readonly [readonly State[], State, Right, ...Rule<Subject, Agreement>[]]>(
        definition.transitions,
      ).map(([name, [from, to, right, ...needs]]) => [name, { name, from, to, right, needs }]),
    ) as unknown as Record<Name, Transition<State, Subject, Agreement>>
    const names = Object.keys(transitions) as Name[]
    const nothingAgreed = {} as Agreed<Agreement>

    const firstNo = (
      transition: Transition<State, Subject, Agreement>,
      subject: Subject,
      agreed: Agreed<Agreement>,
    ): Refusal | null => {
      for (const rule of transition.needs) {
        const no = rule(subject, agreed)
        if (no) return no
      }
      return null
    }

    return {
      states: definition.states,
      finals: definition.finals,
      transitions,
      whyNot(name, subject, who, agreed = nothingAgreed) {
        const transition = transitions[name]
        if (!may(who, transition.right)) return forbidden(transition.right)
        if (!transition.from.includes(subject.status)) {
          return refusal('refused', `${definition.code}.wrong-status`, { status: subject.status, transition: name })
        }
        return firstNo(transition, subject, agreed)
      },
      choices(subject, who) {
        return names
          .map((name) => transitions[name])
          .filter((transition) => transition.from.includes(subject.status) && may(who, transition.right))
          .map((transition) => ({
            name: transition.name as Name,
            to: transition.to,
            closed: firstNo(transition, subject, nothingAgreed),
          }))
      },
      deadEnds() {
        const left = new Set(names.flatMap((name) => transitions[name].from))
        return definition.states.filter((state) => !left.has(state) && !definition.finals.includes(state))
      },
    }
  }
}
