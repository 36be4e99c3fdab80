/** Life cycles as tables: one row a transition, read by the server (may I?), the page (which buttons?) and the tests. */
import { type Refusal, refusal } from './refusal.ts'
import { type Right, type Role, may } from './rights.ts'

export type Rule<Subject> = (subject: Subject) => Refusal | null

/** name, states it leaves, state it reaches, right it takes, rules that must hold. */
export type Transition<State extends string, Subject> = {
  readonly name: string
  readonly from: readonly State[]
  readonly to: State
  readonly right: Right
  readonly needs: readonly Rule<Subject>[]
}

export type Lifecycle<State extends string, Subject extends { status: State }, Name extends string> = {
  readonly states: readonly State[]
  readonly finals: readonly State[]
  readonly transitions: Readonly<Record<Name, Transition<State, Subject>>>
  /** Why this transition may not be made now, or null when it may. */
  whyNot(name: Name, subject: Subject, role: Role | null): Refusal | null
  /** The transitions a person sees: those that leave the present state and are theirs, each with what closes it. */
  choices(subject: Subject, role: Role | null): { name: Name; to: State; closed: Refusal | null }[]
  /** States that can be entered but not left and are not declared final; a test demands none. */
  deadEnds(): State[]
}

export function lifecycle<State extends string, Subject extends { status: State }>() {
  return <const Name extends string>(definition: {
    code: string
    states: readonly State[]
    finals: readonly State[]
    transitions: Record<Name, readonly [from: readonly State[], to: State, right: Right, ...needs: Rule<Subject>[]]>
  }): Lifecycle<State, Subject, Name> => {
    const transitions = Object.fromEntries(
      Object.entries<readonly [readonly State[], State, Right, ...Rule<Subject>[]]>(definition.transitions).map(
        ([name, [from, to, right, ...needs]]) => [name, { name, from, to, right, needs }],
      ),
    ) as unknown as Record<Name, Transition<State, Subject>>
    const names = Object.keys(transitions) as Name[]

    const firstNo = (transition: Transition<State, Subject>, subject: Subject): Refusal | null => {
      for (const rule of transition.needs) {
        const no = rule(subject)
        if (no) return no
      }
      return null
    }

    return {
      states: definition.states,
      finals: definition.finals,
      transitions,
      whyNot(name, subject, role) {
        const transition = transitions[name]
        if (!may(role, transition.right)) return refusal('forbidden', 'forbidden', { right: transition.right })
        if (!transition.from.includes(subject.status)) {
          return refusal('refused', `${definition.code}.wrong-status`, { status: subject.status, transition: name })
        }
        return firstNo(transition, subject)
      },
      choices(subject, role) {
        return names
          .map((name) => transitions[name])
          .filter((transition) => transition.from.includes(subject.status) && may(role, transition.right))
          .map((transition) => ({
            name: transition.name as Name,
            to: transition.to,
            closed: firstNo(transition, subject),
          }))
      },
      deadEnds() {
        const left = new Set(names.flatMap((name) => transitions[name].from))
        return definition.states.filter((state) => !left.has(state) && !definition.finals.includes(state))
      },
    }
  }
}
