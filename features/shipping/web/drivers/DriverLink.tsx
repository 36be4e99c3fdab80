import { Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountPart } from '#features/users/web/people/account-parts.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { driversWithoutAccount, linkDriver } from '../../domain/drivers/driver-link.ts'

/** Chooses which driver without an account this person is. Shows nothing for other roles, and if there is no such driver. */
export default function DriverLink({ account }: AccountPart) {
  const { t } = useTranslation('shipping')
  const isDriver = account.role === 'driver' && account.state === 'ACTIVE'
  const answer = useAsk(driversWithoutAccount, {}, { enabled: isDriver })
  const [driver, setDriver] = useState<string | null>(null)
  const run = useRun(linkDriver, {
    onSuccess: ({ shipments }) => {
      say.done(t('driver-link.done', { name: account.username, count: shipments }))
      setDriver(null)
    },
  })
  const drivers = answer.data?.drivers ?? []
  if (isDriver && answer.error && !answer.data)
    return <RefusalText error={answer.error} retry={() => void answer.refetch()} />
  if (!isDriver || drivers.length === 0) return null
  return (
    <section aria-labelledby="driver-link">
      <Title order={3} id="driver-link" mb="xs">
        {t('driver-link.title')}
      </Title>
      <Stack gap="sm">
        <Text size="sm">{t('driver-link.body')}</Text>
        <Select label={t('word.driver')} data={drivers} value={driver} onChange={setDriver} searchable clearable />
        <RefusalText error={run.error} />
        <div>
          <ActionButton
            variant="default"
            pending={run.isPending}
            closed={driver === null ? t('driver-link.choose') : null}
            onClick={() => run.mutate({ userId: account.id, driver: driver ?? '' })}
          >
            {t('driver-link.confirm')}
          </ActionButton>
        </div>
      </Stack>
    </section>
  )
}
