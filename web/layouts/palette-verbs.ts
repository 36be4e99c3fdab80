/** The verbs that the search of Ctrl+K carries out from any page (kernel/verbs/verb.ts). A feature lists its verbs in `parts` of its routes. */
import type { ComponentType } from 'react'
import type { Cents } from '#kernel/money.ts'
import type { Verb } from '#kernel/verbs/verb.ts'
import { partKind } from '#web/page-parts.ts'
import type { FoundKind } from '#web/routes.ts'

/** The record that a verb acts on, as the search found it. */
export type VerbRecord = {
  readonly id: number
  readonly title: string
  readonly status: string | null
  readonly to: string
}

export type VerbCall = {
  /** Null for verbs that act on no record. */
  readonly record: VerbRecord | null
  readonly amount: Cents | null
}

export type VerbPart = ComponentType<{ call: VerbCall; close: () => void }>

export type PaletteVerb = {
  readonly verb: Verb
  readonly icon: FoundKind['icon']
  /**
   * The feature whose texts name the verb, and the key: `verb.<key>` has the places `record` and `amount`, and `verb.<key>-ask` says what
   * is still to be typed. A verb with a record has `verb.<key>-short` too: the button beside the record.
   */
  readonly feature: string
  readonly key: string
} & (
  | { /** The page that the verb opens. */ readonly to: (call: VerbCall) => string }
  | {
      /** Carries the verb out at once. Throws if it is refused; the caller says why. */ readonly run: (
        call: VerbCall,
      ) => Promise<void>
    }
  | {
      /** Asks what is to be asked, and carries the verb out. It is drawn until it calls `close`. */ readonly Part: VerbPart
      /**
       * Carries out at once what a person typed. Returns false if they must decide something first, which `Part` asks then. Throws if it is refused.
       */
      readonly attempt?: (call: VerbCall) => Promise<boolean>
    }
)

/** Loads the verbs of a feature, when the search is opened first. */
export const paletteVerbs = partKind<() => Promise<{ default: readonly PaletteVerb[] }>>('frame.verb')
