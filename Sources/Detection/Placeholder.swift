import Pose3D
