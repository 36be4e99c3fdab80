/** The page on which a new installation restores a backup. */
export const SET_UP_RESTORE_PAGE = '/setup/restore'
