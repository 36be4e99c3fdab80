import { useTranslation } from 'react-i18next'
import { Stack } from '@mantine/core'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { BeginMoveIn } from './move-in/BeginMoveIn.tsx'
import { EarlierImports } from './EarlierImports.tsx'

/** Takes a file to import, and lists the earlier imports. */
export default function ImportsPage() {
  const { t } = useTranslation('import')
  return (
    <>
      <PageHeader title={t('title.imports')} subtitle={t('what')} />
      <Stack gap="md">
        <Panel title={t('choose.title')}>
          <ChooseFile />
        </Panel>
        <BeginMoveIn />
        <Panel title={t('earlier.title')} flush>
          <EarlierImports />
        </Panel>
      </Stack>
    </>
  )
}
