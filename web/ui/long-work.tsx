/** Shows a message for long work, with its progress and a stop button, and warns before the tab closes. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { type ChunkOutcome, inChunks } from '#web/ui/in-chunks.ts'

export type LongWork<Answer> = {
  readonly ids: readonly number[]
  /** The number of ids in one call. Work that fits in one call shows no message. */
  readonly size: number
  readonly call: (ids: number[]) => Promise<Answer>
  /** "Sending for packaging". */
  readonly title: string
}

/** Runs the work part by part. The message stays when the person opens another page. */
export async function longWork<Answer>({ ids, size, call, title }: LongWork<Answer>): Promise<ChunkOutcome<Answer>> {
  const stopper = new AbortController()
  const { signal } = stopper
  if (ids.length <= size) return inChunks({ ids, size, call, progress: () => {}, signal })

  const message = (done: number) => ({
    title,
    message: <Message done={done} of={ids.length} stop={() => stopper.abort()} />,
    autoClose: false as const,
    withCloseButton: false,
    loading: true,
  })
  const id = notifications.show(message(0))
  const stay = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', stay)
  try {
    return await inChunks({
      ids,
      size,
      call,
      progress: (done) => notifications.update({ id, ...message(done) }),
      signal,
    })
  } finally {
    window.removeEventListener('beforeunload', stay)
    notifications.hide(id)
  }
}

function Message({ done, of, stop }: { done: number; of: number; stop: () => void }) {
  const text = i18n.t('work.progress', { ns: 'frame', done, of })
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" role="status">
          {text}
        </Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={stop}>
          {i18n.t('action.stop', { ns: 'frame' })}
        </Button>
      </Group>
      <Progress value={(done / of) * 100} aria-label={text} />
    </Stack>
  )
}
