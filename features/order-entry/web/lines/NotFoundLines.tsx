import { Alert, Button, Group } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { pressLater } from '#web/ui/form/later-keys.ts'
import form from '../order-form.module.css'
import type { Pasting } from './use-pasting.ts'

type Props = {
  pasting: Pasting
  /** The field that searches a product. */
  entry: RefObject<HTMLInputElement | null>
}

/** Lists the pasted lines of which no product was found. A press types one into the field that searches. */
export function NotFoundLines({ pasting: { reading, left, forget, forgetAll }, entry }: Props) {
  const { t } = useTranslation('order-entry')
  return (
    <>
      <p role="status" className={form.reading}>
        {reading > 0 ? t('paste.reading', { count: reading }) : ''}
      </p>
      {left.length === 0 ? null : (
        <Alert
          color="yellow"
          m={8}
          title={t('paste.left', { count: left.length })}
          withCloseButton
          closeButtonLabel={t('action.close', { ns: 'frame' })}
          onClose={forgetAll}
        >
          <Group gap={6}>
            {left.map((line, place) => (
              <Button
                key={`${place} ${line.text}`}
                size="compact-sm"
                variant="default"
                aria-label={t('paste.search', { line: line.text })}
                onClick={() => {
                  forget(line)
                  entry.current?.focus()
                  entry.current?.select()
                  pressLater([{ text: line.text }])
                }}
              >
                {line.text}
              </Button>
            ))}
          </Group>
        </Alert>
      )}
    </>
  )
}
