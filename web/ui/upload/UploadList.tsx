import { ActionIcon, Button, Group, Loader, Progress, Text } from '@mantine/core'
import { Paperclip, RotateCw, X } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import { sizeText } from './file-size.ts'
import styles from './upload.module.css'
import type { Upload } from './use-uploads.ts'

type UploadListProps<Answer> = {
  uploads: readonly Upload<Answer>[]
  remove: (key: string) => void
  retry: (upload: Upload<Answer>) => void
}

/** Lists the chosen files with their progress or their error. Nothing is shown without files. */
export function UploadList<Answer>({ uploads, remove, retry }: UploadListProps<Answer>) {
  const { t } = useTranslation('frame')
  if (uploads.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t('upload.files')}>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} remove={remove} retry={retry} />
      ))}
    </ul>
  )
}

function UploadRow<Answer>({
  upload,
  remove,
  retry,
}: Omit<UploadListProps<Answer>, 'uploads'> & { upload: Upload<Answer> }) {
  const { t } = useTranslation('frame')
  const { key, file, part, answer, error } = upload
  const sending = answer === null && error === null
  return (
    <li className={styles.upload} data-state={error === null ? (sending ? 'sending' : 'sent') : 'failed'}>
      <Group gap="xs" wrap="nowrap">
        {sending ? <Loader size={14} aria-hidden /> : <Paperclip size={14} aria-hidden />}
        <Text size="sm" className={styles.fileName}>
          {file.name}
        </Text>
        <Text size="xs" c="dimmed" flex="none">
          {sizeText(file.size)}
        </Text>
        {error !== null && mayRetry(error) ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            onClick={() => retry(upload)}
          >
            {t('action.retry')}
          </Button>
        ) : null}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={t('upload.leave-out', { name: file.name })}
          onClick={() => remove(key)}
        >
          <X size={14} aria-hidden />
        </ActionIcon>
      </Group>
      {sending ? (
        <Progress size="xs" mt={4} value={part * 100} aria-label={t('upload.sending', { name: file.name })} />
      ) : null}
      {error === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problemText(error)}
        </Text>
      )}
    </li>
  )
}
