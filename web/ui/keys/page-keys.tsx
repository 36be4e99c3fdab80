/**
 * The keys of a page, such as J or an arrow. They do nothing while a person types or in a dialog. Those of one character do nothing either if
 * the person has switched such keys off (WCAG 2.1.4); `?`, which shows all of them, is one.
 */
import { Kbd } from '@mantine/core'
import i18n from 'i18next'
import { useEffect, useRef } from 'react'
import { isSlashKeyOn } from '#web/preferences/slash-key.ts'
import { needTexts } from '#web/language/needed-texts.ts'
import { WORDS } from '#web/language/text-files.ts'
import { openMessage } from '#web/ui/confirm.tsx'
import styles from './page-keys.module.css'

needTexts(WORDS)

export type PageKey = {
  /** A small Latin letter, found at its place on a keyboard of other letters too, or the name of a key, such as `ArrowDown`. */
  readonly key: string
  /** What is written on the key. */
  readonly shown: string
  /** What the key does. */
  readonly text: string
  /** Does it, and returns false if there is nothing to do. Without it the browser does it itself, and the key is only shown. */
  readonly press?: (event: KeyboardEvent) => boolean
}

const LATIN = /^[a-z]$/i

/** Reports whether an event is the key. On a Greek or Russian keyboard J is where it is on a Latin one. */
const isKey = ({ key, code }: KeyboardEvent, wanted: string): boolean =>
  wanted.length > 1
    ? key === wanted
    : key.toLowerCase() === wanted || (!LATIN.test(key) && code === `Key${wanted.toUpperCase()}`)

/** Reports whether the person is typing, or a dialog or a menu has the keys. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}

/** Shows the keys of the page. */
function showKeys(keys: readonly PageKey[]): void {
  openMessage({
    title: i18n.t('page-keys.title', { ns: 'frame' }),
    children: (
      <dl className={styles.keys}>
        {keys.map(({ shown, text }) => (
          <div key={shown}>
            <dt>
              <Kbd>{shown}</Kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    ),
  })
}

/** Listens to the keys while the calling page is shown. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return
      if (event.key.length === 1 && !isSlashKeyOn()) return
      if (event.key === '?') {
        event.preventDefault()
        showKeys(latest.current)
        return
      }
      const hit = latest.current.find(({ key }) => isKey(event, key))
      if (hit?.press?.(event) === true) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
