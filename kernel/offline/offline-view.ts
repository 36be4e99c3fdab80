/**
 * What a page shows of actions that the server may not know yet. Each page that works offline declares a view: the query whose answer the
 * device stores, and beside the contract of each command what a press of it changes.
 */
import type { z } from 'zod'
import type { CommandContract, OutputOf, QueryContract } from '#kernel/contract.ts'
import type { Refusal } from '#kernel/refusal.ts'

/** An action as devices store it, for weeks if they are offline. So these fields, the names of commands and the forms of inputs stay. */
export type StoredAction = {
  /** The idempotency key of the action. */
  readonly key: string
  /** The name of the contract. */
  readonly command: string
  readonly input: unknown
  /** The name to show in the list of waiting actions. */
  readonly name: string
  /** The moment of the action by the clock of the device. */
  readonly at: string
  /** The moment of the answer that was shown when the server accepted the action; absent or null while it waits. */
  readonly acceptedAfter?: number | null
  /** The reason of the server's refusal. A refused action changes nothing. */
  readonly refusal?: Refusal
}

/** Returns the input of an action of this contract; undefined for another action, and for an input that the contract does not accept. */
export const readAction = <Input>(
  { name, input: schema }: CommandContract<z.ZodType<Input>>,
  { command, input }: Pick<StoredAction, 'command' | 'input'>,
): Input | undefined => (command === name ? schema.safeParse(input).data : undefined)

type PressOptions = {
  /** The part of a key of texts that says what was pressed. */
  readonly word?: string
  /** What the device does not keep of the input for the time between the acceptance and the next answer; `all` keeps nothing of the action. */
  readonly forgets?: 'all' | readonly string[]
}

/** What is read of the actions of one command. */
export type Press<Given, Result = Given> = PressOptions & {
  readonly command: string
  /** Returns the input of an action of the command; undefined for one that the contract does not accept. */
  readonly inputOf: (action: StoredAction) => unknown
  readonly read: (given: Given, action: StoredAction) => Result | undefined
}

/** Declares what is read of the actions of a command: in a view, what the page shows after the press. */
export const press = <Given, Input, Result = Given>(
  contract: CommandContract<z.ZodType<Input>>,
  read: (given: Given, input: Input, action: StoredAction) => Result,
  options: PressOptions = {},
): Press<Given, Result> => ({
  ...options,
  command: contract.name,
  inputOf: (action) => readAction(contract, action),
  read: (given, action) => {
    const input = readAction(contract, action)
    return input === undefined ? undefined : read(given, input, action)
  },
})

/** Returns the function that reads an action by the press of its command. It returns undefined for an action of no press. */
export function readBy<Given, Result>(presses: readonly Press<Given, Result>[]): Press<Given, Result>['read'] {
  const byCommand = new Map(presses.map((one) => [one.command, one]))
  return (given, action) => byCommand.get(action.command)?.read(given, action)
}

/** Returns the keys of the actions that an answer contains. Answers of some queries, and those that an earlier page stored, name none. */
export const keysIn = (answer: unknown): readonly string[] =>
  (answer as { readonly doneKeys?: readonly string[] }).doneKeys ?? []

export type OfflineView<C extends QueryContract, Shown> = {
  readonly query: C
  /** The commands whose actions change what the page shows. */
  readonly commands: readonly string[]
  /** Returns what the page shows after these actions, oldest first. An action whose key the answer names is contained in it already. */
  readonly now: (answer: OutputOf<C>, actions: readonly StoredAction[]) => Shown
  readonly wordOf: (command: string) => string | undefined
  /** Returns the word of an action, and its input for the places of the text; undefined for an action of another page, or without a word. */
  readonly pressed: (action: StoredAction) => { readonly word: string; readonly input: object } | undefined
  /** Returns what the device keeps of an action until an answer contains it, or null to keep nothing. */
  readonly kept: <A extends StoredAction>(action: A) => A | null
}

/**
 * Declares a view. `begin` returns what the page shows of an answer without any action. `undo` takes out of an answer and of the actions
 * what later ones of them undo.
 */
export function offlineView<C extends QueryContract, Shown>(
  query: C,
  begin: (answer: OutputOf<C>) => Shown,
  presses: readonly Press<Shown>[],
  undo?: (
    answer: OutputOf<C>,
    actions: readonly StoredAction[],
  ) => { readonly answer: OutputOf<C>; readonly actions: readonly StoredAction[] },
): OfflineView<C, Shown> {
  const read = readBy(presses)
  const pressOf = (command: string) => presses.find((one) => one.command === command)
  return {
    query,
    commands: presses.map(({ command }) => command),
    now(given, stored) {
      const contained = new Set(keysIn(given))
      const lacking = stored.filter(({ key, refusal }) => refusal === undefined && !contained.has(key))
      const { answer, actions } = undo ? undo(given, lacking) : { answer: given, actions: lacking }
      return actions.reduce((shown, action) => read(shown, action) ?? shown, begin(answer))
    },
    wordOf: (command) => pressOf(command)?.word,
    pressed(action) {
      const { word, inputOf } = pressOf(action.command) ?? {}
      const input = inputOf?.(action)
      return word !== undefined && typeof input === 'object' && input !== null ? { word, input } : undefined
    },
    kept(action) {
      const forgets = pressOf(action.command)?.forgets ?? []
      if (forgets === 'all') return null
      if (forgets.length === 0 || typeof action.input !== 'object') return action
      return {
        ...action,
        input: { ...action.input, ...Object.fromEntries(forgets.map((field) => [field, undefined])) },
      }
    },
  }
}
