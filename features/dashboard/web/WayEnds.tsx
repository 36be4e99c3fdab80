import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { accountingState } from '#features/invoicing/domain/contract.ts'
import { ENDED_BY_LAW, SENDING_FORM } from '#features/invoicing/domain/ways.ts'
import { WayLaw } from '#features/invoicing/web/ways/WayLaw.tsx'
import { listNotices, readNotices } from '#features/notifications/domain/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import styles from './dashboard.module.css'

/** Tells a person once that the company sends invoices by a way that the law ends. "Understood" reads the line behind the bell too. */
export function WayEnds() {
  const { t } = useTranslation('dashboard')
  const notices = useAsk(listNotices, {})
  const isNew = notices.data?.lines.some(({ key, unread }) => key === ENDED_BY_LAW && unread) ?? false
  const way = useAsk(accountingState, {}, { enabled: isNew }).data?.way
  const read = useRun(readNotices, { onError: (error) => say.failed(error) })
  if (!isNew || way === undefined) return null
  return (
    <div className={styles.steps}>
      <Panel title={t('way-ends.title')}>
        <Stack gap="sm">
          <WayLaw ways={[way]} />
          <Group gap="sm">
            <Button variant="default" loading={read.isPending} onClick={() => read.mutate({ key: ENDED_BY_LAW })}>
              {t('way-ends.understood')}
            </Button>
            <Anchor component={PageLink} to={`/settings/${SENDING_FORM.name}`} size="sm">
              {t('way-ends.choose')}
            </Anchor>
          </Group>
        </Stack>
      </Panel>
    </div>
  )
}
