import { Loader } from '@mantine/core'
import { Check } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from '../packaging.module.css'
import { type Packing, STEPS } from './packing.ts'

/** Shows the steps of the running command, and then that it is complete. */
export function PackingSteps({ packing }: { packing: Packing }) {
  const { t } = useTranslation('packaging')
  return (
    <div role="status" className={styles.steps}>
      {STEPS.slice(0, packing.step).map((step, place) => (
        <p key={step}>
          {packing.step === place + 1 ? <Loader size={16} aria-hidden /> : <Check size={16} aria-hidden />}
          {t(`step.${step}`)}
        </p>
      ))}
      {packing.press === 'done' ? (
        <p className={styles.done}>
          <Check size={20} aria-hidden />
          {t('step.done')}
        </p>
      ) : null}
    </div>
  )
}
