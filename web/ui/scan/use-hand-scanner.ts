/** Listens for a hand scanner on the whole page. Characters that it typed into a field are removed again. */
import { useEffect, useRef } from 'react'
import { isLocked } from '#web/lock/lock.ts'
import { HandScanner } from './hand-scanner.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldOf = (target: EventTarget | null): Field | null =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(text|search|tel|email|number|url|password)$/.test(target.type))
    ? target
    : null

/** Restores the text of a field so that React notices the change. */
function putBack(field: Field, text: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Calls `onCode` with the possible spellings of each scanned code. */
export function useHandScanner(onCode: (codes: readonly string[]) => void, enabled = true): void {
  const receive = useRef(onCode)
  useEffect(() => {
    receive.current = onCode
  })
  useEffect(() => {
    if (!enabled) return
    const scanner = new HandScanner()
    let before: { field: Field; text: string } | null = null
    const onKey = (event: KeyboardEvent) => {
      // a PIN that is typed quickly to open the screen is no code
      if (isLocked()) return
      if (event.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const codes = scanner.take({ key: event.key, code: event.code, at: event.timeStamp })
      if (codes === null) {
        const field = fieldOf(event.target)
        if (scanner.length === 1) before = field && { field, text: field.value }
        return
      }
      // The Enter key of a scanner presses no button and submits no form.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (before) putBack(before.field, before.text)
      before = null
      receive.current(codes)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [enabled])
}
