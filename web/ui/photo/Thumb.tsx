import { isPictureKey, pictureAddress } from '#kernel/photo.ts'
import styles from './thumb.module.css'

/**
 * Shows the main photo of a product small, beside its name. Its place has always the same size, also without a photo, so that
 * nothing moves when photos arrive. They are loaded when they are about to be seen.
 */
export function Thumb({ photo, size = 28 }: { photo: string | null; size?: number }) {
  return (
    <span className={styles.thumb} style={{ width: size, height: size }}>
      {isPictureKey(photo) && (
        <img src={pictureAddress(photo, 'small')} alt="" width={size} height={size} loading="lazy" decoding="async" />
      )}
    </span>
  )
}
