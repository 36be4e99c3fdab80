import { Anchor, Button, Text } from '@mantine/core'
import { Circle, CircleCheck } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { COMPANY_SETTINGS } from '#kernel/settings/company.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { settingsContracts } from '#kernel/settings/form.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { type FirstStep, firstSteps } from '../domain/first-steps.ts'
import styles from './dashboard.module.css'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'

// these words of all areas are in a file of their own
needTexts(WORDS)

const { save } = settingsContracts({ name: 'company', right: settingsRights.write, settings: COMPANY_SETTINGS })

/** Where each step is taken. The letterhead opens at the first setting that is missing. */
const PLACES: Readonly<Record<FirstStep, string>> = {
  letterhead: '/settings/company',
  people: '/people',
  customers: '/createcustomer',
  products: '/createproduct',
  order: '/createorder',
  delivered: '/orders?show=ALL',
}

/** Shows the first steps of a new company until all are done or an administrator hides them. */
export function FirstSteps() {
  const { t } = useTranslation('dashboard')
  const answer = useAsk(firstSteps, {})
  const hide = useRun(save, { onError: (error) => say.failed(error) })
  if (!answer.data || answer.data.steps.length === 0) return null
  const { steps, missing } = answer.data
  const [first] = missing
  const nameOf = (setting: string) => t(`field.company.${setting}`, { ns: 'settings' })
  return (
    <div className={styles.steps}>
      <Panel
        title={t('steps.title')}
        actions={
          <Button
            variant="subtle"
            size="compact-sm"
            loading={hide.isPending}
            onClick={() =>
              hide.mutate(
                { values: { firstSteps: false }, shown: { firstSteps: true } },
                { onSuccess: () => say.done(t('steps.hidden')) },
              )
            }
          >
            {t('steps.hide')}
          </Button>
        }
      >
        <ol className={styles.stepList}>
          {steps.map(({ name, done }) => (
            <li key={name} data-done={done || undefined}>
              {done ? <CircleCheck size={20} aria-hidden /> : <Circle size={20} aria-hidden />}
              <div>
                {done ? (
                  <Text size="sm" c="dimmed">
                    {t(`steps.${name}.title`)} · {t('steps.done')}
                  </Text>
                ) : (
                  <>
                    <Anchor
                      component={PageLink}
                      to={name === 'letterhead' && first ? `${PLACES.letterhead}?setting=${first}` : PLACES[name]}
                      size="sm"
                    >
                      {t(`steps.${name}.title`)}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {t(`steps.${name}.hint`, { missing: missing.map(nameOf).join(', ') })}
                    </Text>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
