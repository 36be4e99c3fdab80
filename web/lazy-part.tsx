/** Parts of pages whose code loads when they are first shown. */
import { Button, Group, Text } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '#web/i18n.ts'

/**
 * Returns a component that loads its code when it is first shown. If loading fails (offline, or after an update of the
 * product), it shows a message in its place. The rest of the page stays usable.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => withTexts(load).catch(() => ({ default: PartMissing })))
  return function LazyPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

function PartMissing() {
  const { t } = useTranslation('frame')
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{t('crash.part')}</Text>
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </Group>
  )
}
