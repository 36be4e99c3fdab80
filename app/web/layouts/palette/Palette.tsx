import { Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { CornerDownLeft, FileText, Pin, PinOff, Search, Settings2 } from '#web/ui/icon/icons.ts'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { matchesTyped } from '#kernel/phonetic-key.ts'
import { FEATURES } from '#app/web/features.ts'
import { showDay } from '#web/format.ts'
import { useEntryText, useMenu, useOpenPath } from '#app/web/layouts/use-menu.ts'
import { usePins } from '#app/web/layouts/use-pins.ts'
import { useGo } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { DIALOG_PARTS } from '#web/ui/overlay/dialog-parts.ts'
import { useOverlay } from '#web/ui/overlay/OverlayContent.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { problemText } from '#web/ui/problems.ts'
import { openerOfPalette, takeTyped } from './open-palette.ts'
import { useOwnActions } from './own-actions.ts'
import { type PaletteEntry, type PaletteSource, paletteSources } from '#web/layouts/palette-sources.ts'
import type { PaletteGroup, PaletteOption } from './options.ts'
import { elementOf, PaletteList } from './PaletteList.tsx'
import styles from './palette.module.css'
import { type Hit, LEAST_TEXT, useHits } from './use-hits.ts'
import { searchedIn, useAskedVerbs, useVerbOptions } from './use-verbs.tsx'

/** How each kind of record is shown, by its name. */
const KINDS = new Map(
  FEATURES.flatMap(({ feature, found = [] }) =>
    found.map(({ entity, icon }) => [entity.name, { feature, icon }] as const),
  ),
)

/** The most entries of one source of a feature that are shown. */
const MOST_OF_SOURCE = 6

/**
 * The search of everything, and what a person may do from anywhere. `opened` counts how often it was opened. It finds records of every
 * kind that features declare as searched, pages of the menu, actions, and what features add as sources, in either alphabet, and understands
 * the verbs of features: a field with a list below it, whose marked option Enter takes.
 */
export default function Palette({ opened }: { opened: number }) {
  const { t } = useTranslation('frame')
  const [isOpen, setOpen] = useState(true)
  // what an opening shows begins anew each time the number grows
  const [seen, setSeen] = useState(opened)
  const [text, setText] = useState('')
  if (seen !== opened) {
    setSeen(opened)
    setOpen(true)
    setText('')
  }
  const typed = text.trim()
  const verbs = useAskedVerbs(typed)
  const { answer, hits, settled, late } = useHits(searchedIn(typed, verbs))
  const verbOptions = useVerbOptions({ verbs, hits, complete: () => setText(`${typed} `), isOpen })
  const { sources, entries } = useSources(typed)
  const groups: readonly PaletteGroup[] = [
    { key: 'do', title: t('palette.do'), options: verbOptions.whole },
    { key: 'found', title: t('palette.found'), options: useRecordOptions(hits) },
    { key: 'pages', title: t('palette.pages'), options: [...usePageOptions(typed), ...useNamedActions(typed)] },
    { key: 'ask', title: t('palette.do'), options: verbOptions.open },
    { key: 'more', title: t('palette.more'), options: entries },
  ].filter(({ options }) => options.length > 0)
  const waits = answer.isFetching || !settled
  const nothing = answer.error ? problemText(answer.error) : t(waits ? 'palette.searching' : 'palette.nothing')

  return (
    <>
      {isOpen ? sources : null}
      <PaletteDialog
        opened={isOpen}
        close={() => setOpen(false)}
        text={text}
        setText={setText}
        typedBefore={(before) => setText((typed) => before + typed)}
        groups={groups}
        late={late}
        nothing={nothing}
      />
      {verbOptions.running}
    </>
  )
}

type PaletteDialogProps = {
  opened: boolean
  close: () => void
  text: string
  setText: (text: string) => void
  /** Takes what was typed before the field was there. */
  typedBefore: (text: string) => void
  groups: readonly PaletteGroup[]
  /** True while the hits of the present text are missing. */
  late: boolean
  /** What is said instead of an empty list. */
  nothing: string
}

/** The field and the list. A screen reader hears how many options there are, and the marked one. */
function PaletteDialog(props: PaletteDialogProps) {
  const { opened, close: closed, text, setText, typedBefore, groups, late, nothing } = props
  const { t } = useTranslation('frame')
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const { close, content } = useOverlay(opened, closed, true, openerOfPalette)
  const options = groups.flatMap((group) => group.options)
  const take = (option: PaletteOption) => {
    if (!option.stays) closed()
    option.run()
  }
  const { marked, mark, pressed, forget } = useKeys(options, late, text, take)
  return (
    <Modal
      opened={opened}
      onClose={close}
      returnFocus={false}
      withCloseButton={false}
      yOffset="12vh"
      size={600}
      padding={0}
      fullScreen={false}
      // the field takes the next key
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content, body: styles.body }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ ...DIALOG_PARTS, content: { 'aria-label': t('bar.search'), 'aria-labelledby': undefined } }}
    >
      <div ref={content}>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={t('bar.search')}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={marked === null ? undefined : elementOf(list, marked)}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          leftSection={<Search size={16} aria-hidden />}
          className={styles.field}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            forget()
          }}
          onKeyDown={pressed}
          ref={input}
        />
        <FocusAtOnce field={input} take={typedBefore} />
        <VisuallyHidden role="status">
          {late || text.trim() === ''
            ? ''
            : options.length === 0
              ? nothing
              : t('pick.found', { found: options.length })}
        </VisuallyHidden>
        {options.length === 0 ? (
          <div id={list} className={styles.nothing} aria-hidden>
            {nothing}
          </div>
        ) : (
          <PaletteList id={list} label={t('bar.search')} groups={groups} marked={marked} mark={mark} take={take} />
        )}
      </div>
    </Modal>
  )
}

/** Gives the focus to the field before it as soon as it is drawn, so that no key between the press and the field is lost. */
function FocusAtOnce({ field, take }: { field: RefObject<HTMLElement | null>; take: (typed: string) => void }) {
  useLayoutEffect(() => {
    field.current?.focus()
    const before = takeTyped()
    if (before !== '') take(before)
    // once at each opening
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return null
}

/** Marks the first option for Enter, until the person chooses another one. */
function useKeys(
  options: readonly PaletteOption[],
  late: boolean,
  text: string,
  take: (option: PaletteOption) => void,
) {
  const [chosen, choose] = useState<string | null>(null)
  /** The text for which Enter was pressed. */
  const [entered, setEntered] = useState<string | null>(null)
  const place = Math.max(
    0,
    options.findIndex(({ id }) => id === chosen),
  )
  const marked = options[place] ?? null
  const last = useRef({ marked, take })
  useEffect(() => {
    last.current = { marked, take }
  })
  // Enter pressed before the hits arrive waits for them. Otherwise it could take a hit of an earlier text.
  useEffect(() => {
    if (entered === null || late) return
    setEntered(null)
    // the search may have been opened anew meanwhile
    if (entered === text && last.current.marked !== null) last.current.take(last.current.marked)
  }, [entered, late, text])

  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      choose(options[(place + step + options.length) % options.length]?.id ?? null)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (event.repeat) return
    if (late) setEntered(text)
    else if (marked !== null) take(marked)
  }
  const forget = () => {
    choose(null)
    setEntered(null)
  }
  return { marked, mark: (option: PaletteOption) => choose(option.id), pressed, forget }
}

/** Returns an option for each record that was found. */
function useRecordOptions(hits: readonly Hit[]): PaletteOption[] {
  const { t } = useTranslation('frame')
  const go = useGo()
  return hits.map((hit) => {
    const kind = KINDS.get(hit.entity)
    const word = kind ? t(`found.${hit.entity}`, { ns: kind.feature }) : ''
    return {
      id: `${hit.entity}-${hit.id}`,
      label: hit.title,
      description: [word, hit.subtitle, hit.day && showDay(hit.day)].filter(Boolean).join(' · '),
      icon: kind?.icon ?? FileText,
      mark: hit.status ? <StatusBadge status={hit.status} /> : undefined,
      run: () => go(hit.to),
    }
  })
}

/** Draws the sources of features while something is typed, and returns what they have for `text`. */
function useSources(text: string) {
  const go = useGo()
  const sources = usePageParts(paletteSources)
  const [told, setTold] = useState<Readonly<Record<string, readonly PaletteEntry[]>>>({})
  const tell = useCallback(
    (key: string) => (entries: readonly PaletteEntry[]) => setTold((before) => ({ ...before, [key]: entries })),
    [],
  )
  const typed = text.length >= LEAST_TEXT
  const found = Object.entries(told).flatMap(([source, entries]) =>
    entries
      .filter(({ name, area, words }) => matchesTyped(`${name} ${area} ${words}`, text))
      .toSorted((a, b) => Number(matchesTyped(b.name, text)) - Number(matchesTyped(a.name, text)))
      .slice(0, MOST_OF_SOURCE)
      .map(({ key, name, area, to }) => ({
        id: `${source}-${key}`,
        label: name,
        description: area,
        icon: Settings2,
        run: () => go(to),
      })),
  )
  return {
    sources: typed ? sources.map(({ key, Source }) => <Told key={key} name={key} Source={Source} tell={tell} />) : null,
    entries: typed ? found : [],
  }
}

type ToldProps = Pick<PaletteSource, 'Source'> & {
  name: string
  tell: (key: string) => (entries: readonly PaletteEntry[]) => void
}

/** A source with a function that stays the same, so that it tells its entries only when they change. */
function Told({ name, Source, tell }: ToldProps) {
  return <Source tell={useMemo(() => tell(name), [tell, name])} />
}

/** Returns an option for each action whose name contains `text`, the pin of the open page among them. */
function useNamedActions(text: string): PaletteOption[] {
  const { t } = useTranslation('frame')
  const entryText = useEntryText()
  const path = useOpenPath()
  const { pins, isFull, toggle } = usePins()
  const here = useMenu().links.find(({ to, group }) => to === path && group !== 'today')
  const isPinned = pins.includes(path)
  const pin =
    here === undefined || (isFull && !isPinned)
      ? []
      : {
          key: 'pin',
          name: t(isPinned ? 'menu.unpin' : 'menu.pin', { page: entryText(here) }),
          icon: isPinned ? PinOff : Pin,
          run: () => toggle(path),
        }
  return [...useOwnActions(), ...[pin].flat()]
    .filter(({ name }) => matchesTyped(name, text))
    .map(({ key, name, icon, run }) => ({ id: `action-${key}`, label: name, icon, run }))
}

/** Returns an option for each page of the menu whose name contains `text`. */
function usePageOptions(text: string): PaletteOption[] {
  const go = useGo()
  const entryText = useEntryText()
  const { links } = useMenu()
  return links
    .filter((link) => matchesTyped(entryText(link), text))
    .map((link) => ({
      id: `page-${link.to}`,
      label: entryText(link),
      icon: link.icon ?? CornerDownLeft,
      run: () => go(link.to),
    }))
}
