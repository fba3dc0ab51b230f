import { Component, type ReactNode } from 'react';
import { PageFault } from '../PageFault.tsx';

interface Props {
  /** A change of the address resets the boundary. */
  address: string;
  children: ReactNode;
}
interface State {
  address: string;
  fault?: { error: unknown };
}

/** The error boundary of the public root. */
export class FaultBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: { error } };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address };
  }

  override render(): ReactNode {
    return this.state.fault ? <PageFault error={this.state.fault.error} /> : this.props.children;
  }
}
