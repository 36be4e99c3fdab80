import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Cloud, HardDrive, Search } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showCount } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { findBackups, forgetBucket, type listBackups, saveBucket } from '../../domain/contract.ts'
import { BucketForm } from './BucketForm.tsx'

type Place = OutputOf<typeof listBackups>['place']

/** Where backups are stored, and what an administrator may do with it. */
export function StorePanel({ place }: { place: Place }) {
  const { t } = useTranslation('backup')
  const [editing, edit] = useDisclosure(false)
  const { bucket } = place
  const save = useRun(saveBucket)
  return (
    <Panel title={t('store.title')}>
      {bucket === null ? (
        <Text size="sm">{t('store.folder')}</Text>
      ) : (
        <Facts
          items={[
            { label: t('store.address'), value: bucket.address, long: true },
            { label: t('store.bucket'), value: bucket.bucket },
            { label: t('store.region'), value: bucket.region },
            { label: t('store.folder-name'), value: bucket.folder },
            { label: t('store.key'), value: bucket.keyId, figures: true },
          ]}
        />
      )}
      <Group gap="xs" mt="md">
        <Button variant="default" leftSection={<Cloud size={16} aria-hidden />} onClick={edit.open}>
          {t(bucket === null ? 'store.set' : 'store.change')}
        </Button>
        {bucket === null ? null : <Forget />}
        <Find />
      </Group>
      <Dialog opened={editing} onClose={edit.close} title={t('store.set')} size="lg" closeOnClickOutside={false}>
        <BucketForm
          known={bucket}
          saveLabel={t('store.save')}
          onCancel={edit.close}
          onSave={async (typed) => {
            const { found } = await save.mutateAsync(typed)
            edit.close()
            say.done(t('store.saved', { found: showCount(found) }))
          }}
        />
      </Dialog>
    </Panel>
  )
}

function Forget() {
  const { t } = useTranslation('backup')
  const run = useRun(forgetBucket, { onError: (error) => say.failed(error) })
  const ask = async () => {
    const sure = await confirm({
      title: t('store.forget-title'),
      body: t('store.forget-body'),
      confirmLabel: t('store.forget'),
    })
    if (sure) run.mutate({})
  }
  return (
    <Button
      variant="default"
      leftSection={<HardDrive size={16} aria-hidden />}
      loading={run.isPending}
      onClick={() => void ask()}
    >
      {t('store.forget')}
    </Button>
  )
}

/** Looks for backups that another installation or a person left in the folder or in the bucket. */
function Find() {
  const { t } = useTranslation('backup')
  const run = useRun(findBackups, {
    onError: (error) => say.failed(error),
    onSuccess: ({ found }) => say.done(t('store.found', { found: showCount(found) })),
  })
  return (
    <Button
      variant="default"
      leftSection={<Search size={16} aria-hidden />}
      loading={run.isPending}
      onClick={() => run.mutate({})}
    >
      {t('store.find')}
    </Button>
  )
}
