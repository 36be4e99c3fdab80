/** The verbs that features declare, as options of the search: "invoice 176", "new customer", "cash 50 Papadopoulos". */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#kernel/rights.ts'
import { type Understood, verbsIn } from '#kernel/verbs/verb.ts'
import { needTexts } from '#web/language/needed-texts.ts'
import { WORDS } from '#web/language/text-files.ts'
import {
  type PaletteVerb,
  paletteVerbs,
  type VerbCall,
  type VerbPart,
  type VerbRecord,
} from '#web/layouts/palette-verbs.ts'
import { useGo } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useActing } from '#web/session.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { showMoney } from '#web/format.ts'
import { actOnce } from './act-once.ts'
import type { PaletteOption } from './options.ts'
import type { Hit } from './use-hits.ts'

needTexts(WORDS)

/** At most so many records are offered for one verb. */
const MOST_RECORDS = 4
const NUMBER = /^\d+$/

export type AskedVerb = Understood & { readonly declared: PaletteVerb }

const NO_VERBS: readonly PaletteVerb[] = []

/** Returns the verbs of all features. They load when the search is opened first; without a connection there are none. */
function useLoadedVerbs(): readonly PaletteVerb[] {
  const loaders = usePageParts(paletteVerbs)
  const [verbs, setVerbs] = useState(NO_VERBS)
  useEffect(() => {
    Promise.all(loaders.map((load) => load())).then(
      (loaded) => setVerbs(loaded.flatMap((one) => one.default)),
      () => undefined,
    )
  }, [loaders])
  return verbs
}

/** Returns the verbs for which a text asks and which the person may use. */
export function useAskedVerbs(text: string): readonly AskedVerb[] {
  const acting = useActing()
  const verbs = useLoadedVerbs().filter(({ verb }) => may(acting, verb.right))
  const asked = verbsIn(
    text,
    verbs.map(({ verb }) => verb),
  )
  return asked.flatMap((one) => verbs.flatMap((declared) => (declared.verb === one.verb ? { ...one, declared } : [])))
}

/** Returns what is to be searched for a text: the record of the verbs that it asks for, or else the whole text. */
export const searchedIn = (text: string, verbs: readonly AskedVerb[]): string =>
  verbs.find(({ subject }) => subject !== '')?.subject ?? text

/** Reports whether a verb needs nothing more than what is typed. */
const isWhole = ({ verb, subject, amount }: Understood): boolean =>
  (verb.on === undefined || subject !== '') && (!verb.amount || amount !== null)

/** Returns the records that a verb may act on: those of its kind, and of a typed number only the record with this number. */
const recordsOf = ({ verb, subject }: Understood, hits: readonly Hit[]): readonly Hit[] =>
  hits
    .filter(({ entity, id }) => entity === verb.on?.name && (!NUMBER.test(subject) || id === Number(subject)))
    .slice(0, MOST_RECORDS)

type Question = { readonly Part: VerbPart; readonly call: VerbCall }

/**
 * Keeps what verbs ask, and returns the question that is drawn: the first one, which appears only when the search is closed. Otherwise a question
 * that comes late would replace an earlier one, or take the keys of a person who is typing the next verb.
 */
function useQuestions(isSearching: boolean): { drawn: ReactNode; ask: (question: Question) => void } {
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const [drawn, draw] = useState<Question | null>(null)
  const [first = null] = questions
  // a question that stands goes on while the person searches for something else
  const wanted = isSearching && first !== drawn ? null : first
  if (wanted !== drawn) draw(wanted)
  return {
    drawn:
      drawn === null ? null : (
        <drawn.Part call={drawn.call} close={() => setQuestions((all) => all.filter((one) => one !== drawn))} />
      ),
    ask: (question) => setQuestions((all) => [...all, question]),
  }
}

type Searching = {
  readonly verbs: readonly AskedVerb[]
  readonly hits: readonly Hit[]
  /** Writes what an open verb still needs after the typed text. */
  readonly complete: () => void
  readonly isOpen: boolean
}

/**
 * Returns the options of the verbs, what a verb still needs, and what the verb draws that runs. An option whose record is in another
 * status opens the record instead.
 */
export function useVerbOptions({ verbs, hits, complete, isOpen }: Searching): {
  whole: PaletteOption[]
  open: PaletteOption[]
  running: ReactNode
} {
  const { t } = useTranslation()
  const go = useGo()
  const { drawn: running, ask: askFurther } = useQuestions(isOpen)

  const start = (
    declared: PaletteVerb,
    call: VerbCall,
    { id, label, isNamed }: Pick<PaletteOption, 'id' | 'label'> & { isNamed: boolean },
  ) => {
    if ('to' in declared) go(declared.to(call))
    else if ('run' in declared) actOnce(id, label, () => declared.run(call))
    else {
      const { Part, attempt } = declared
      const ask = () => askFurther({ Part, call })
      if (attempt === undefined || !isNamed) ask()
      else actOnce(id, label, async () => ((await attempt(call)) ? undefined : ask()))
    }
  }
  /** `isNamed` says that what is typed means this record and no other, so that nothing is done at once to the newest of several. */
  const optionOf = ({ declared, amount }: AskedVerb, record: VerbRecord | null, isNamed: boolean): PaletteOption => {
    const { feature, key, icon, verb } = declared
    const places = { record: record?.title ?? '', amount: amount === null ? '' : showMoney(amount) }
    const isFitting = record === null || (verb.fits?.(record.status) ?? true)
    const option = {
      id: `verb-${verb.name}-${record?.id ?? ''}`,
      label: t(`verb.${key}`, { ns: feature, ...places }),
    }
    return {
      ...option,
      description: isFitting ? undefined : t('palette.not-now', { ns: 'frame' }),
      icon,
      mark: record?.status ? <StatusBadge status={record.status} /> : undefined,
      run: () => (isFitting ? start(declared, { record, amount }, { ...option, isNamed }) : go(record.to)),
    }
  }
  const whole = verbs
    .filter(isWhole)
    .flatMap((asked) =>
      asked.verb.on === undefined
        ? optionOf(asked, null, true)
        : recordsOf(asked, hits).map(({ id, title, status, to }, _, all) =>
            optionOf(asked, { id, title, status, to }, all.length === 1),
          ),
    )
  // what fits its record comes first, also of two verbs with the same words
  const fitting = whole.toSorted(
    (one, other) => Number(one.description !== undefined) - Number(other.description !== undefined),
  )
  const open = verbs
    .filter((asked) => !isWhole(asked))
    .map(({ declared: { verb, feature, key, icon } }) => ({
      id: `verb-${verb.name}`,
      label: t(`verb.${key}-ask`, { ns: feature }),
      icon,
      stays: true,
      run: complete,
    }))
  return { whole: fitting, open, running }
}
