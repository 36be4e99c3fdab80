import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './decimal-input.module.css'

type Props = {
  /** The question; by default that of a number. */
  question?: string
  /** What the typed text can mean, each as a text with one meaning. */
  readings: readonly string[]
  choose: (text: string) => void
  /** The field that has the focus after the choice. */
  field?: RefObject<HTMLElement | null>
}

/** Asks which number a typed text such as `1.500` means. Nothing is taken before one is chosen (C-90). */
export function WhichReading({ question, readings, choose, field }: Props) {
  const { t } = useTranslation('frame')
  return (
    <>
      <span role="alert">{question ?? t('invalid.unclear')}</span>{' '}
      {readings.map((reading) => (
        <button
          key={reading}
          type="button"
          className={styles.reading}
          onClick={() => {
            choose(reading)
            field?.current?.focus()
          }}
        >
          {reading}
        </button>
      ))}
    </>
  )
}
