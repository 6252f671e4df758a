import { useTranslation } from 'react-i18next';

interface Person {
  readonly id: number;
  readonly first_name: string;
}

/** What a user is called; who has no name goes by the number. */
export function usePersonName(): (person: Person) => string {
  const { t } = useTranslation('admin');
  return ({ id, first_name }) => first_name.trim() || t('users.numbered', { id });
}
