/** The columns of an account that sign-in and sessions read. */
export type UserRow = {
  id: number
  email: string
  username: string
  firstName: string
  lastName: string
  role: string | null
  landing: string | null
  status: string
  lastLoginAt: string | null
}
