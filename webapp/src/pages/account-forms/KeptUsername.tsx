/** Unseen: tells a password manager whose password the form is about. */
export function KeptUsername({ username }: { readonly username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
