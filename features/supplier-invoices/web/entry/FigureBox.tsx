import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { twoReadings } from '#kernel/text/typed-number.ts'
import { decimalSign } from '#web/format.ts'
import { unreadableMark } from '#web/ui/form/unreadable.ts'
import { WhichReading } from '#web/ui/form/WhichReading.tsx'
import styles from '#web/ui/form/decimal-input.module.css'

type FigureBoxProps = {
  label: string
  /** The text of the figure that could be read last. */
  shown: string
  /** What was typed and cannot be read. Undefined if the figure can be read. */
  unread: string | undefined
  /** What is said below a text that cannot be read. */
  problem: string
  /** Takes what is typed. Returns false if it cannot be read; then the text stays and nothing is computed anew. */
  take: (text: string) => boolean
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  'data-figure': string
}

/**
 * A figure of a line as a plain box. What cannot be read, or is empty, stays as it was typed, and is said once the person has left
 * the field.
 */
export function FigureBox({ label, shown, unread, problem, take, onKeyDown, ...rest }: FigureBoxProps) {
  const problemId = useId()
  const [text, setText] = useState(unread ?? shown)
  const [left, setLeft] = useState(true)
  const [bad, setBad] = useState(unread !== undefined)
  const typing = useRef(false)
  const box = useRef<HTMLInputElement>(null)
  // a figure that something else sets replaces the text, except while the person types
  useEffect(() => {
    if (!typing.current && unread === undefined) setText(shown)
  }, [shown, unread])
  const readings = bad ? twoReadings(text, decimalSign()) : null
  const wrong = bad && (left || readings !== null)
  const type = (typed: string) => {
    setText(typed)
    setBad(!take(typed))
  }
  return (
    <>
      <input
        {...rest}
        ref={box}
        {...unreadableMark(bad)}
        className={styles.light}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? problemId : undefined}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          typing.current = true
          setLeft(false)
          type(event.currentTarget.value)
        }}
        onBlur={() => {
          typing.current = false
          setLeft(true)
          if (!bad) setText(shown)
        }}
      />
      {wrong ? (
        <span id={problemId} className={styles.problem}>
          {readings === null ? problem : <WhichReading readings={readings} choose={type} field={box} />}
        </span>
      ) : null}
    </>
  )
}
