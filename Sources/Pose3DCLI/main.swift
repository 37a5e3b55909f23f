print("pose3d")
