/** Parts of pages whose code loads when they are first shown. */
import { Button, Group, Text } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwake } from '#web/drawing/first-screen.ts'
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
    // the server does not draw it, because its code would load for every page that may show it
    if (!useAwake()) return null
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** After this time a page is usually there, and the first press on what opens a dialog need not wait. */
const LOAD_AFTER_MS = 4_000

/** Returns a dialog whose code loads when it is first opened, or some seconds after its page is there. It stays while it closes. */
export function lazyDialog<Props extends object>(
  isOpened: (props: Props) => boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Later = lazyPart(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    const [used, setUsed] = useState(false)
    if (!used && isOpened(props)) setUsed(true)
    useEffect(() => {
      const later = setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS)
      return () => clearTimeout(later)
    }, [])
    return used ? <Later {...props} /> : null
  }
}

/** What loads the parts of the pages of one record, by the feature of these pages. */
const besideRecords = new Map<string, readonly (() => Promise<unknown>)[]>()

/**
 * Returns a component that `feature` shows on the pages of its single records. Its code loads together with such a page, so that what is
 * beside it does not move. Elsewhere it loads when it is first shown.
 */
export function recordPart<Props extends object>(
  feature: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadNow = async (): Promise<void> => {
    loaded = await load()
  }
  besideRecords.set(feature, [...(besideRecords.get(feature) ?? []), loadNow])
  const Later = lazyPart(async () => ({ default: await load() }))
  return function RecordPart(props: Props) {
    const [Part] = useState(() => loaded ?? Later)
    return <Part {...props} />
  }
}

/** Loads the parts of the pages of one record of this feature. One that cannot be loaded says so in its place. */
export async function loadRecordParts(feature: string): Promise<void> {
  await Promise.all((besideRecords.get(feature) ?? []).map((load) => load().catch(() => undefined)))
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
