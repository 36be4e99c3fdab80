import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayOf, daysLeft, leftWords } from '#kernel/day.ts'
import { showDay } from '#web/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { FIRST_DAY_OF_LARGE, LAST_DAY_OF_OWN_WAYS, type Way, WAYS } from '../../domain/ways.ts'

/** Says until when invoices between companies are lawful by ways without a provider, and what that means for these ways. */
export function WayLaw({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation('invoicing')
  const { when, count } = leftWords(daysLeft(LAST_DAY_OF_OWN_WAYS, dayOf(new Date().toISOString())))
  const day = showDay(LAST_DAY_OF_OWN_WAYS)
  const words = [
    `${t('ways.law.rule', { day })} ${t(`ways.law.${when}`, { count })}`,
    t('ways.law.large', { since: showDay(FIRST_DAY_OF_LARGE) }),
    ...ways.map((way) => t(`ways.law.way.${way}`)),
    t('ways.law.notes'),
  ]
  return (
    <Stack gap={4} data-way-law>
      {words.map((text) => (
        <Text key={text} size="sm" c="var(--mantine-color-text)">
          {text}
        </Text>
      ))}
    </Stack>
  )
}

/** The panel under the form that chooses the way. */
export default function WayLawPanel() {
  const { t } = useTranslation('invoicing')
  return (
    <Panel title={t('ways.law.title')}>
      <WayLaw ways={WAYS} />
    </Panel>
  )
}
