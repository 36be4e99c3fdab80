import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Info } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { refusalText } from '#web/ui/problems.ts'
import { type NoAccounting, noAccounting } from '../domain/sending.ts'

/** Where an administrator sees why there is no accounting service. */
const PLACES: Readonly<Record<NoAccounting, string>> = {
  'not-configured': '/settings/environment?setting=accounting',
  'no-accounting': '/settings/company?setting=accounting',
  unread: '/settings/tax',
}

/** Says in place of the button Epsilon why no invoice can be sent, and leads an administrator to the setting. */
export function NoAccountingNote({ why }: { why: NoAccounting }) {
  const { t } = useTranslation('invoicing')
  const maySet = useMay(settingsRights.write)
  return (
    <Alert color="yellow" variant="light" icon={<Info size={16} aria-hidden />}>
      <Stack gap={4} align="flex-start">
        <Text size="sm" c="var(--mantine-color-text)">
          {refusalText(noAccounting(why))}
        </Text>
        {maySet ? (
          <Anchor component={PageLink} to={PLACES[why]} size="sm">
            {t('confirm.settings')}
          </Anchor>
        ) : null}
      </Stack>
    </Alert>
  )
}
