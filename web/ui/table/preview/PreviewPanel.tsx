import { ActionIcon } from '@mantine/core'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { X } from '#web/ui/icon/icons.ts'
import { sayAloud } from '#web/ui/say-aloud.ts'
import { Loading } from '#web/ui/states.tsx'
import { previewAt, RECORD_PREVIEW, SetPreviewWord } from '#web/ui/table/preview/record-previews.ts'
import styles from '#web/ui/table/preview/preview.module.css'

type Props = {
  /** The address of the page of the record; null while there is none to show. */
  address: string | null
  /** What the record is called where the person chose it. */
  name: string
  /** Called before a link of the panel leads to another page. */
  leave?: () => void
  close: () => void
  ref?: Ref<HTMLElement>
}

/**
 * Shows a record beside what the person chose it in: its name at once, and the rest as soon as the choice stays for a moment. It never shows one
 * record under the name of another.
 */
export function PreviewPanel({ address, name, leave, close, ref }: Props) {
  const { t } = useTranslation('frame')
  const panel = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => panel.current as HTMLElement)
  const previews = usePageParts(RECORD_PREVIEW)
  const found = address === null ? null : previewAt(previews, address)
  const isSettled = useSettled(address)
  useKeptFocus(panel)
  const [ownWord, setOwnWord] = useState('')
  const declared = found?.preview.word ?? null
  const word = declared === null ? ownWord : t(declared)
  useEffect(() => {
    if (isSettled && name !== '' && word !== '') sayAloud(`${word} ${name}`, 'preview')
  }, [isSettled, word, name])

  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={t('view.preview')}
      tabIndex={-1}
      onClickCapture={(event) => {
        if ((event.target as Element).closest('a')) leave?.()
      }}
    >
      <header className={styles.head}>
        {address === null ? (
          <span />
        ) : (
          <h2>
            <small>{word}</small> <PageLink to={address}>{name}</PageLink>
          </h2>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('action.close')}
          title={t('action.close')}
          onClick={close}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </header>
      {found === null ? null : isSettled ? (
        <SetPreviewWord value={setOwnWord}>
          <found.preview.Preview key={address} id={found.id} />
        </SetPreviewWord>
      ) : (
        <Loading rows={6} />
      )}
    </aside>
  )
}

/** The time for which a choice stays that counts. Somebody who holds an arrow key down asks for nothing on the way. */
const SETTLED_MS = 120

/** Reports whether a value stays: at once after a single change, and after a moment if it changes quickly. */
function useSettled<Value>(value: Value): boolean {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    const now = performance.now()
    const isQuick = now - changedAt.current < SETTLED_MS
    changedAt.current = now
    if (!isQuick) setSettled(value)
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}

/** Gives the focus to the panel when what had it there is removed, such as the button of a step that is done. */
function useKeptFocus(panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const around = panel.current
    if (!around) return undefined
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      last = around.contains(target as Node) ? (target as Element) : null
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      around.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    observer.observe(around, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [panel])
}
