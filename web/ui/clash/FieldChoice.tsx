import { useTranslation } from 'react-i18next'
import styles from './field-choice.module.css'
import { NOTHING } from '#web/format.ts'

/** One of the two values of a field, as text. `taken`: the form has this value. `whose` replaces the words for two people. */
type Version = { readonly text: string; readonly taken: boolean; readonly take: () => void; readonly whose?: string }

/** The two values of a field, of two people or of two records. The person chooses one; the chosen one is pressed. */
export function FieldChoice({ label, mine, theirs }: { label: string; mine: Version; theirs: Version }) {
  const { t } = useTranslation('frame')
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      <strong>{label}</strong>
      {Object.entries({ mine, theirs }).map(([side, { text, taken, take, whose }]) => (
        <button key={side} type="button" className={styles.version} aria-pressed={taken} onClick={take}>
          <small>{whose ?? t(`clash.${side}`)}</small>
          <span>{text || NOTHING}</span>
        </button>
      ))}
    </div>
  )
}
