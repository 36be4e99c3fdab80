import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSlashKey } from '#web/preferences/slash-key.ts'
import styles from './dashboard.module.css'

/** The keys of the rows in one line. Nothing if the person has switched keys of one letter off. */
export function KeysHint() {
  const { t } = useTranslation('dashboard')
  const { on } = useSlashKey()
  if (!on) return null
  const keys: readonly (readonly [keys: readonly string[], text: string])[] = [
    [['J', 'K'], t('keys.move')],
    [['Enter'], t('keys.open')],
    [['E'], t('keys.step')],
    [['?'], t('keys.all')],
  ]
  return (
    <span className={styles.keys}>
      {keys.map(([shown, text]) => (
        <span key={text}>
          {shown.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}{' '}
          {text}
        </span>
      ))}
    </span>
  )
}
