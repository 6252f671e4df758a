import '../../../styles/admin-shared.css';
import { Icon } from '../../../components/Icon.tsx';

/** The first letter of who it is about, beside the name that says it in full. */
export function PersonInitial({ name }: { readonly name: string }) {
  const [initial] = new Intl.Segmenter().segment(name.trim());
  return (
    <span className="person-initial" aria-hidden="true">
      {initial === undefined ? <Icon name="person" /> : initial.segment.toUpperCase()}
    </span>
  );
}
